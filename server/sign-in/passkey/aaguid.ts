/** The maker of each authenticator by its AAGUID, with the name that users know. */
const PASSKEY_PROVIDERS: Readonly<Record<string, string | undefined>> = {
  "08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
  "0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6": "Keeper",
  "2fc0579f-8113-47ea-b116-bb5a8db9202a": "YubiKey",
  "50726f74-6f6e-5061-7373-50726f746f6e": "Proton Pass",
  "531126d6-e717-415c-9320-3d9aa6981239": "Dashlane",
  "53414d53-554e-4700-0000-000000000000": "Samsung Pass",
  "6028b017-b1d4-4c02-b4b3-afcdafc96bb2": "Windows Hello",
  "9ddd1817-af5a-4672-a2b9-3e3dd95000a9": "Windows Hello",
  "a25342c0-3cdc-4414-8e46-f4807fca511c": "YubiKey",
  "adce0002-35bc-c60a-648b-0b25f1f05503": "Chrome on Mac",
  "b5397666-4885-aa6b-cebf-e52262a439a2": "Chromium",
  "b84e4048-15dc-4dd0-8640-f4f60813c8af": "NordPass",
  "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
  "c5ef55ff-ad9a-4b9f-b580-adebafe026d0": "YubiKey",
  "cb69481e-8ff7-4039-93ec-0a2729a154a8": "YubiKey",
  "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
  "dd4ec289-e01d-41c9-bb89-70fa845d4bf2": "iCloud Keychain",
  "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
  "ee882879-721c-4913-9775-3dfcce97072a": "YubiKey",
  "f3809540-7f14-49c1-a8b3-8f813b225541": "Enpass",
  "fa2b99dc-9e39-4257-8f92-4a30d23c4118": "YubiKey",
  "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "iCloud Keychain",
  "fdb141b2-5d84-443e-8a35-4698c205a502": "KeePassXC",
}

interface AuthenticatorFacts {
  aaguid: string
  transports: readonly string[]
}

/** Returns the default name of a new passkey. If the name is taken, it gets a number. */
export function passkeyName({ aaguid, transports }: AuthenticatorFacts, taken: readonly string[]): string {
  const isKey = transports.length > 0 && transports.every((transport) => ["ble", "nfc", "usb"].includes(transport))
  const name = PASSKEY_PROVIDERS[aaguid] ?? (isKey ? "Security key" : "Passkey")
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? name : `${name} ${count}`
    if (!taken.includes(numbered)) return numbered
  }
}
