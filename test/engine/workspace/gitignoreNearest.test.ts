import { likeGit } from "./likeGit";

describe("gitignore rules are case-sensitive where git's are", () => {
  likeGit(
    ["a.log", "A.LOG", "Makefile", "makefile", "Build/x", "build/x"],
    ["*.log", "*.LOG", "makefile", "build/", "Build/", "*\n!makefile"],
  );
});

describe("a folder re-included by a nearer .gitignore is not ignored by a farther one", () => {
  likeGit(
    [
      "src/deep/a.log",
      "src/deep/b.txt",
      "src/deep/dist/w.js",
      "deep/x",
      "src/x",
    ],
    [
      { ".gitignore": "src/deep", "src/.gitignore": "!deep" },
      { ".gitignore": "deep/", "src/.gitignore": "!deep/" },
      { ".gitignore": "deep/\n*.log", "src/.gitignore": "!deep/" },
      { ".gitignore": "deep\ndist", "src/.gitignore": "!deep/" },
      { ".gitignore": "/src/*", "src/.gitignore": "!/deep" },
      { ".gitignore": "deep/**", "src/.gitignore": "!deep/" },
    ],
  );
});
