import { fill } from "../../wording/voice";

/**
 * Translation for files that do not import vscode. The host sets its translator at activation;
 * without one (in tests) texts are used as written.
 */
export const l10n = {
  t(message: string, ...args: (string | number)[]): string {
    return translator(message, ...args);
  },
};

export type Translator = (
  message: string,
  ...args: (string | number)[]
) => string;

let translator: Translator = fill;

export function useTranslator(given: Translator): void {
  translator = given;
}
