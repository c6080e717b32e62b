/** Quick picks draw `$(name)` as an icon: a name from outside must not. */
export function noIcons(text: string): string {
  return text.replaceAll("$(", "$\u200b(");
}
