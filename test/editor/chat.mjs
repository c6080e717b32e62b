import { visibleText } from "./widgets.mjs";

// The chat view. Its list is virtual: a message that is scrolled out of view has no
// element, so messages are counted here and found by position.
export class Chat {
  #asked = 0;

  constructor(window) {
    this.window = window;
    this.locator = window.page.locator(".interactive-session");
  }

  /** Shows it, and waits until this language model is available. */
  async open(modelName) {
    await this.window.runCommand("Chat: Open Chat");
    await this.locator.getByText(modelName).waitFor();
  }

  /** Sends a message; returns its answer, which may still be coming. */
  async send(text) {
    await this.locator.locator(".chat-editor-container .view-lines").click();
    await this.window.page.keyboard.insertText(text);
    // Not with Enter, which may accept a suggestion. While another answer is
    // arriving there is no such button.
    await this.locator
      .locator('.chat-execute-toolbar .action-label[aria-label^="Send"]')
      .click();
    return this.#next();
  }

  /** Sends a message and waits for the whole answer. */
  async ask(text) {
    const answer = await this.send(text);
    await answer.whole();
    return answer;
  }

  /** Clicks a suggested follow-up; returns its answer. */
  async askNext(label) {
    await this.locator
      .locator(".interactive-session-followups", { hasText: label })
      .getByText(label)
      .click();
    const answer = this.#next();
    await answer.whole();
    return answer;
  }

  /** The suggested follow-ups. */
  followups() {
    return this.locator
      .locator(".interactive-session-followups .monaco-button")
      .allInnerTexts();
  }

  /** The confirmation before a tool runs: above the input or in the list. */
  get confirmation() {
    const shown = (selector) =>
      this.locator.locator(selector).filter({ visible: true });
    const buttons = shown(".chat-confirmation-widget-buttons .monaco-button");
    return {
      text: () => shown(".chat-confirmation-widget-message").innerText(),
      press: (name) => buttons.filter({ hasText: name }).click(),
    };
  }

  /** The answer to the last message: messages and answers alternate. */
  #next() {
    this.#asked += 1;
    const index = 2 * this.#asked - 1;
    const list = this.locator.locator(".interactive-list");
    return new Answer(
      list.locator(
        `.monaco-list-row[data-index="${index}"] .interactive-response`,
      ),
    );
  }
}

class Answer {
  constructor(locator) {
    this.locator = locator;
  }

  /** Waits until the answer is complete. */
  async whole() {
    await this.locator.locator(".chat-response-completed-at").waitFor();
  }

  /** The prose of the answer, line by line, without its code. */
  text() {
    return this.locator.locator(".value").evaluate((value) =>
      [...value.querySelectorAll(".rendered-markdown")]
        .filter((part) => part.checkVisibility())
        .flatMap((part) => {
          const copy = part.cloneNode(true);
          for (const code of copy.querySelectorAll("[data-code]"))
            code.remove();
          for (const end of copy.querySelectorAll("br, p + p, li"))
            end.before("\n");
          return copy.textContent.split("\n");
        })
        .map((line) => line.trim())
        .filter(Boolean)
        .join("\n"),
    );
  }

  /** The visible part of its code. */
  codeText() {
    return visibleText(this.locator.locator(".interactive-result-code-block"));
  }

  link(text) {
    return this.locator.locator(".value a", { hasText: text }).first();
  }

  button(text) {
    return this.locator.locator(".monaco-button", { hasText: text }).first();
  }
}
