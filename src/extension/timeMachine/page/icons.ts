import { svg } from "./element";

/** Small drawings, 16 by 16, in the colour of the text around them. */
const PATHS = {
  first: "M3 3h1.5v10H3zM13 3v10L5.5 8z",
  back: "M11 3v10L4 8z",
  forward: "M5 3v10l7-5z",
  last: "M11.5 3H13v10h-1.5zM3 3v10l7.5-5z",
  play: "M4 2.5v11L13 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  zoomIn: "M7.25 3h1.5v4.25H13v1.5H8.75V13h-1.5V8.75H3v-1.5h4.25z",
  zoomOut: "M3 7.25h10v1.5H3z",
  filter: "M1.5 3h13l-5 5.8V13l-3 1V8.800z",
  clear: "M4 3l4 4 4-4 1 1-4 4 4 4-1 1-4-4-4 4-1-1 4-4-4-4z",
  compare: "M7.25 2h1.5v3h3v1.5h-3v3h-1.5v-3h-3V5h3zM4.25 12h7.5v1.5h-7.5z",
  name: "M2.5 2.5h5.3l6 6-5.3 5.3-6-6zM4 4v3.2l4.500 4.500 3.200-3.200L7.200 4zm1.700.700a1 1 0 1 1 0 2 1 1 0 0 1 0-2z",
  folder: "M1.500 3h4.700L8 4.800h6.500V13h-13zM3 6.300v5.200h10V6.300z",
  copy: "M5 1.500h8.500v10H11v3H2.500v-10H5zM6.500 3v7H12V3zM5 6H4v7h5.500v-1.500H5z",
  table:
    "M2 3h12v10H2zM3.200 6.200v2h4v-2zM8.500 6.200v2h4.300v-2zM3.200 9.500v2.300h4V9.500zM8.500 9.500v2.300h4.300V9.500z",
} as const;
export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGElement {
  return svg(
    "svg",
    { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" },
    svg("path", { d: PATHS[name], "fill-rule": "evenodd" }),
  );
}
