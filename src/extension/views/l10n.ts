/**
 * Words for people, for files that do not know vscode: the host hands over its
 * translator at activation; without one (in tests) the text is used as written.
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

function fill(message: string, ...args: (string | number)[]): string {
  return message.replace(/\{(\d+)\}/g, (whole, index: string) => {
    const value = args[Number(index)];
    return value === undefined ? whole : String(value);
  });
}
