/**
 * Names that Windows does not allow for files: devices, with any extension;
 * characters with a meaning in paths; and a trailing dot or space, which most
 * programs remove and then open another file.
 */
const DEVICE =
  /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:[ ]*\.|[ ]*$)/i;
const NEVER_IN_A_NAME = /[\0-\x1f<>:"|?*\\]/;
const CUT_OFF = /[. ]$/;

/** True if a file with this path (`/` between names) can exist on the platform. */
export function canBeNamed(path: string, platform: NodeJS.Platform): boolean {
  if (platform !== "win32") return true;
  return path.split("/").every(isNameOnWindows);
}

function isNameOnWindows(name: string): boolean {
  return (
    !NEVER_IN_A_NAME.test(name) && !CUT_OFF.test(name) && !DEVICE.test(name)
  );
}
