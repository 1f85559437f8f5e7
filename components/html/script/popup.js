// Where a sign-in in a window of its own ends: tells the page that began it that it is over, and closes once that page has heard.
// The channel is of this origin alone and named after the attempt, and what is told is a hint: the page asks the service itself.
const { searchParams } = new URL(location.href)
const channel = new BroadcastChannel(`latchkit,popup,${searchParams.get("attempt")}`)
channel.onmessage = ({ data }) => data === "heard" && window.close()
channel.postMessage({ error: searchParams.get("error"), code: searchParams.get("code") })
