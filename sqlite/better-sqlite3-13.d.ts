/** An alias of package.json: the next major version of the package, with the same types. */
declare module 'better-sqlite3-13' {
  import Database from 'better-sqlite3';
  export default Database;
}
