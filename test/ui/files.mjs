/** A small project that scenes start from. */
export const files = {
  "README.md": "# Steep\n\nA tea timer.\n",
  "src/main.js": 'import { teas } from "./teas.js";\nconsole.log(teas);\n',
  "src/teas.js":
    "export const teas = {\n  sencha: 90,\n  assam: 240,\n  oolong: 180,\n};\n",
  "notes/ideas.md": "# Ideas\n\n- a gentle chime\n",
};
