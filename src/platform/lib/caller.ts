/** On whose behalf a service works. */
export interface Caller {
  accountId: number;
}
