/** On whose behalf a service works. */
export interface Caller {
  accountId: number;
  /** The token of the request, on the private host. */
  token?: { id: number; name: string };
}
