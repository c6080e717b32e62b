import fs from "node:fs";
import path from "node:path";

// Settings that keep a workbench quiet: no welcome page, no chat, no trust prompt,
// no network requests. `files.autoSave` is off on the desktop but not in a browser;
// a diff shows both sides however narrow; a terminal renders text instead of a
// canvas; a window's title names no product.
const quietSettings = {
  "chat.disableAIFeatures": true,
  "diffEditor.useInlineViewWhenSpaceIsLimited": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": "off",
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "security.workspace.trust.enabled": false,
  "git.openRepositoryInParentFolders": "never",
  "telemetry.telemetryLevel": "off",
  "terminal.integrated.gpuAcceleration": "off",
  "terminal.integrated.initialHint": false,
  "update.mode": "none",
  "window.commandCenter": false,
  "window.title": "${dirty}${activeEditorShort}${separator}${rootName}",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
};

/**
 * Writes settings into the user's settings.json; `undefined` removes one. Windows
 * read the file when they open: the browser's workbench does not follow outside
 * changes to it.
 */
export function writeSettings(userDataDir, settings = {}) {
  const file = settingsFile(userDataDir);
  const text = mergedSettings(userDataDir, settings);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

/** Returns the text of settings.json with these settings in it. */
export function mergedSettings(userDataDir, settings) {
  const file = settingsFile(userDataDir);
  const present = fs.existsSync(file)
    ? JSON.parse(fs.readFileSync(file, "utf8"))
    : quietSettings;
  return JSON.stringify({ ...present, ...settings }, null, 2);
}

function settingsFile(userDataDir) {
  return path.join(userDataDir, "User", "settings.json");
}
