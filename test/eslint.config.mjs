// Lint rules: the strict type-checked set, minus rules that conflict with the style
// of this code base. Layering is checked by test/layering.test.ts.
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["**/*.mjs", "**/*.cjs", "**/fixtures/**"] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: "./tsconfig.json",
        tsconfigRootDir: import.meta.dirname + "/..",
      },
    },
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "prefer-const": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: false },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", caughtErrors: "none" },
      ],
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/restrict-template-expressions": "off",
    },
  },
  {
    files: ["test/**"],
    rules: {
      "no-console": "off",
      "@typescript-eslint/no-unused-expressions": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      // The same commit gives the same result; see helpers/random.ts.
      "no-restricted-properties": [
        "error",
        ...[
          ["Math", "random"],
          ["crypto", "randomInt"],
          ["crypto", "randomBytes"],
        ].map(([object, property]) => ({
          ...{ object, property },
          message: "Use Random or noise of helpers/random.ts.",
        })),
      ],
      "no-restricted-imports": [
        "error",
        { name: "fast-check", message: "Use helpers/generated.ts." },
      ],
    },
  },
  {
    files: ["test/helpers/generated.ts"],
    rules: { "no-restricted-imports": "off" },
  },
);
