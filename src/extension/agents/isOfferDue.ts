/** What is known of VS Code's own agents on this machine. */
export interface ChatState {
  /** The editor has Copilot's chat. */
  hasChat: boolean;
  /** An agent session has run outside the extension host, in any window or terminal. */
  hasSessions: boolean;
  /** Its hooks report to Checkpoint. */
  isConnected: boolean;
  wasOffered: boolean;
}

/** True if the user should be offered to connect VS Code's own agents. */
export function isOfferDue(state: ChatState): boolean {
  const { hasChat, hasSessions, isConnected, wasOffered } = state;
  return (hasChat || hasSessions) && !isConnected && !wasOffered;
}
