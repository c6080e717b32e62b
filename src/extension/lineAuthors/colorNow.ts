import * as vscode from "vscode";
import { colorValue, type ColorDefaults } from "./gutterMark";

/** A colour as the manifest contributes it. */
export interface ContributedColor {
  id: string;
  defaults: ColorDefaults;
}

/** Returns the value of a colour in the current theme, for images. */
export function colorNow(
  id: string,
  contributed: readonly ContributedColor[],
): string {
  return colorValue(
    id,
    themeKind(),
    contributed,
    vscode.workspace
      .getConfiguration("workbench")
      .get<Record<string, unknown>>("colorCustomizations") ?? {},
  );
}

function themeKind(): keyof ColorDefaults {
  switch (vscode.window.activeColorTheme.kind) {
    case vscode.ColorThemeKind.Light:
      return "light";
    case vscode.ColorThemeKind.HighContrast:
      return "highContrast";
    case vscode.ColorThemeKind.HighContrastLight:
      return "highContrastLight";
    case vscode.ColorThemeKind.Dark:
      return "dark";
  }
}
