import { homeDir } from "../base/homeDir";
import { dataDir } from "../host/dataDir";

/** Returns this account's folder for Checkpoint's own data. */
export function ownDataDir(): string {
  return dataDir(process.env, process.platform, homeDir());
}
