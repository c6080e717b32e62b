// How each real agent is started with the scripted model, and how its settings look
// before Checkpoint is connected.
import fs from "node:fs";
import path from "node:path";

const put = (home, file, value) => {
  const full = path.join(home, file);
  fs.mkdirSync(path.dirname(full), { recursive: true });
  // Laid out as the agents do it, which write these files too.
  const text =
    typeof value === "string" ? value : JSON.stringify(value, null, 2);
  fs.writeFileSync(full, text);
};
const TRUST = "--dangerously-bypass-hook-trust";
const COPILOT = ["copilot", "--allow-all-tools", "--allow-all-paths"];
const CLAUDE = ["claude", "--dangerously-skip-permissions"];

/**
 * - `settings`: the files below the home that connecting changes
 * - `env`: what makes the agent use the model at this address
 * - `prepare`: settings of its own, written before connecting
 * - `login`: a command of its own that does the same
 * - `hasPrompts`: false if it does not report prompts
 * - `asks`: true if it lets a server ask the person
 * - `rewound`: continuing a conversation from before its second prompt; gets its transcript
 * - `first`, `next`: starting a conversation, and continuing it; the prompt follows
 */
export const agents = {
  "claude-code": {
    settings: [".claude/settings.json"],
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "sk-ant-dummy",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_AUTOUPDATER: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      // Without it, the account root may not skip the confirmations.
      IS_SANDBOX: "1",
    }),
    prepare: (home) =>
      put(home, ".claude/settings.json", '{\n  "theme": "dark"\n}\n'),
    asks: true,
    first: [...CLAUDE, "-p"],
    next: [...CLAUDE, "--continue", "-p"],
    rewound(rows) {
      const said = ({ type, message }) =>
        type === "assistant" && JSON.stringify(message).includes("I wrote");
      const { uuid, sessionId } = rows.find(said);
      const from = ["--resume", sessionId, "--resume-session-at", uuid];
      return [...CLAUDE, ...from, "-p"];
    },
  },
  codex: {
    settings: [".codex/config.toml", ".codex/hooks.json"],
    env: () => ({ RIG_KEY: "dummy" }),
    prepare(home, { url, workspace }) {
      const text = `# my settings
model = "gpt-5.5"
model_provider = "rig"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.rig]
name = "Rig"
base_url = "${url}/v1"
env_key = "RIG_KEY"
wire_api = "responses"

[projects."${workspace}"]
trust_level = "trusted"
`;
      put(home, ".codex/config.toml", text);
    },
    first: ["codex", "exec", TRUST],
    next: ["codex", "exec", "resume", "--last", TRUST],
    // It refuses `rm -rf` when nobody can be asked.
    two: "two-codex",
  },
  gemini: {
    settings: [".gemini/settings.json"],
    env: (url) => ({
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: "dummy",
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      NO_BROWSER: "1",
    }),
    prepare: (home) =>
      put(home, ".gemini/settings.json", {
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
      }),
    first: ["gemini", "--yolo", "-p"],
    next: ["gemini", "--yolo", "--resume", "latest", "-p"],
  },
  copilot: {
    settings: [".copilot/mcp-config.json", ".copilot/hooks/checkpoint.json"],
    env: (url) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_TYPE: "openai",
      COPILOT_PROVIDER_API_KEY: "dummy",
      COPILOT_MODEL: "fake",
      COPILOT_OFFLINE: "true",
    }),
    prepare: () => {},
    asks: true,
    first: [...COPILOT, "-p"],
    next: [...COPILOT, "--continue", "-p"],
  },
  qwen: {
    settings: [".qwen/settings.json"],
    env: (url) => ({
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: "dummy",
      OPENAI_MODEL: "fake",
    }),
    prepare: (home) =>
      put(home, ".qwen/settings.json", {
        security: { auth: { selectedType: "openai" } },
        telemetry: { enabled: false },
        $version: 4,
      }),
    first: ["qwen", "--yolo", "-p"],
    next: ["qwen", "--yolo", "--continue", "-p"],
  },
  opencode: {
    settings: [
      ".config/opencode/opencode.json",
      ".config/opencode/plugin/checkpoint.js",
    ],
    env: () => ({
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "true",
    }),
    prepare(home, { url, packages }) {
      // It installs the packages of plugins, and waits for minutes without a network.
      const folder = path.join(home, ".config", "opencode");
      fs.cpSync(packages, folder, { recursive: true });
      put(home, ".config/opencode/opencode.json", {
        $schema: "https://opencode.ai/config.json",
        autoupdate: false,
        share: "disabled",
        model: "rig/fake",
        small_model: "rig/fake",
        provider: {
          rig: {
            npm: "@ai-sdk/openai-compatible",
            name: "Rig",
            options: { baseURL: `${url}/v1`, apiKey: "dummy" },
            models: {
              fake: { name: "Fake", limit: { context: 100000, output: 10000 } },
            },
          },
        },
        permission: { edit: "allow", bash: "allow" },
      });
    },
    first: ["opencode", "run"],
    next: ["opencode", "run", "--continue"],
  },
  cline: {
    settings: [
      ".cline/hooks/PreToolUse",
      ".cline/data/settings/cline_mcp_settings.json",
    ],
    env: () => ({}),
    prepare: () => {},
    /** It keeps its provider in a file of its own, which this command writes. */
    login: (url) => [
      ...["cline", "auth", "--provider", "openai-compatible"],
      ...["--apikey", "dummy", "--modelid", "fake", "--baseurl", `${url}/v1`],
    ],
    // It does not report prompts, and each one starts a conversation of its own.
    hasPrompts: false,
    first: ["cline", "-P", "openai-compatible", "-m", "fake"],
    next: ["cline", "-P", "openai-compatible", "-m", "fake"],
  },
};
