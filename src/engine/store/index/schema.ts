/**
 * The tables of the index, which is a cache of the journal: it may be deleted at
 * any time, and a change here only needs a new INDEX_VERSION.
 */
export const INDEX_VERSION = 11;

const TABLES_OF_FILES = `
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE path(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
CREATE TABLE content(
  id INTEGER PRIMARY KEY, hash BLOB NOT NULL, size INTEGER NOT NULL,
  stored INTEGER NOT NULL, pack INTEGER NOT NULL, offset INTEGER NOT NULL, slot INTEGER NOT NULL);
CREATE TABLE version(
  id INTEGER PRIMARY KEY, path INTEGER NOT NULL, layer INTEGER NOT NULL, content INTEGER,
  mode INTEGER NOT NULL, size INTEGER NOT NULL, born INTEGER NOT NULL, died INTEGER,
  adopted INTEGER NOT NULL, released INTEGER, reason TEXT, mtime REAL, ctime REAL, ino REAL);
`;

/** By name, because they are created after a first capture has filled the tables. */
const LATER = {
  content_hash: "UNIQUE INDEX content_hash ON content(hash)",
  version_path: "INDEX version_path ON version(path, layer, born)",
  version_born: "INDEX version_born ON version(born)",
  version_died: "INDEX version_died ON version(died) WHERE died IS NOT NULL",
  version_reason:
    "INDEX version_reason ON version(born) WHERE reason IS NOT NULL",
  version_unsettled:
    "INDEX version_unsettled ON version(id) WHERE ino < 0 AND died IS NULL",
  version_unsaved: "INDEX version_unsaved ON version(born) WHERE layer = 1",
};

const OTHER_TABLES = `
CREATE TABLE moment(n INTEGER PRIMARY KEY, at INTEGER NOT NULL, source TEXT NOT NULL, full INTEGER NOT NULL, thread TEXT, maybe TEXT, model TEXT, subagent TEXT, formatted TEXT);
CREATE TABLE gap(n INTEGER PRIMARY KEY);
CREATE TABLE rules(n INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE checkpoint(
  id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, moment INTEGER NOT NULL, kind TEXT NOT NULL,
  name TEXT, description TEXT, at INTEGER NOT NULL, source TEXT NOT NULL, git TEXT, metadata TEXT,
  task TEXT, thread TEXT, message TEXT, pinned INTEGER NOT NULL,
  added INTEGER NOT NULL, modified INTEGER NOT NULL, deleted INTEGER NOT NULL, unsaved INTEGER NOT NULL,
  state_at INTEGER);
CREATE INDEX checkpoint_moment ON checkpoint(moment, number);
CREATE INDEX checkpoint_kind ON checkpoint(kind) WHERE NOT pinned;
CREATE TABLE restore(
  id TEXT PRIMARY KEY, seq INTEGER NOT NULL, verb TEXT NOT NULL, at INTEGER NOT NULL, source TEXT NOT NULL, guard TEXT,
  moment INTEGER NOT NULL, plan TEXT NOT NULL, of TEXT, state TEXT NOT NULL, boot TEXT, latest REAL);
CREATE INDEX restore_begun ON restore(id) WHERE state = 'begun';
CREATE INDEX restore_unsettled ON restore(id) WHERE boot IS NOT NULL;
CREATE TABLE message(
  id TEXT NOT NULL, thread TEXT NOT NULL, seq INTEGER NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL,
  at INTEGER NOT NULL, moment INTEGER NOT NULL, checkpoint TEXT, source TEXT NOT NULL, deleted TEXT,
  PRIMARY KEY(thread, id)) WITHOUT ROWID;
CREATE INDEX message_moment ON message(moment) WHERE role = 'user';
CREATE TABLE verdict(
  moment INTEGER NOT NULL, seq INTEGER NOT NULL, label TEXT NOT NULL, passed INTEGER NOT NULL,
  code INTEGER, duration INTEGER, source TEXT NOT NULL, at INTEGER NOT NULL, exact INTEGER NOT NULL,
  PRIMARY KEY(moment, seq)) WITHOUT ROWID;
`;

export const MAKE_INDEXES = Object.values(LATER)
  .map((index) => `CREATE ${index};`)
  .join("");
export const DROP_INDEXES = Object.keys(LATER)
  .map((name) => `DROP INDEX ${name};`)
  .join("");
export const SCHEMA = TABLES_OF_FILES + MAKE_INDEXES + OTHER_TABLES;

/** In the order in which a rewritten journal lists them. */
export const TABLES = [
  "meta",
  "path",
  "content",
  "version",
  "moment",
  "gap",
  "rules",
  "checkpoint",
  "restore",
  "message",
  "verdict",
] as const;

/** Pack number of a content that is not stored anywhere anymore. */
export const LOST = -1;
