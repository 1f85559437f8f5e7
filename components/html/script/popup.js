// The script of the page where a popup sign-in ends: tells the page that opened it, and closes once that page has
// replied. The channel belongs to this origin and is named after the attempt. The message is only a hint: the page asks
// the server itself.
const { searchParams } = new URL(location.href)
const channel = new BroadcastChannel(`latchkit,popup,${searchParams.get("attempt")}`)
channel.onmessage = ({ data }) => data === "heard" && window.close()
channel.postMessage({ error: searchParams.get("error"), code: searchParams.get("code") })
