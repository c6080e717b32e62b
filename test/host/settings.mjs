import fs from "node:fs";
import path from "node:path";

// What keeps a workbench quiet: no welcome page, no chat, nothing that asks
// the network. `files.autoSave` is off on the desktop but not in a browser.
const quietSettings = {
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "window.commandCenter": false,
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
};

/** Merges settings into the user's settings.json; `undefined` removes one. */
export function writeSettings(userDataDir, settings = {}) {
  const file = path.join(userDataDir, "User", "settings.json");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const present = fs.existsSync(file)
    ? JSON.parse(fs.readFileSync(file, "utf8"))
    : quietSettings;
  // A rename, since a running workbench would read a half-written file.
  const temp = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(temp, JSON.stringify({ ...present, ...settings }, null, 2));
  fs.renameSync(temp, file);
}
