/** On whose behalf a service works. */
export interface Caller {
  accountId: number;
  /** The token of a request on the private host. */
  token?: { id: number; name: string };
}
