/** Loaded before the program (`--import`): kills the process when a migration has run, just before it is recorded. */
const major = Number.parseInt(process.versions.node, 10);
const { default: Database } = await import(major >= 22 ? 'better-sqlite3-13' : 'better-sqlite3');

const { prepare } = Database.prototype;
Database.prototype.prepare = function (text) {
  if (/^insert into "kysely_migration"/.test(text)) process.kill(process.pid, 'SIGKILL');
  return prepare.call(this, text);
};
