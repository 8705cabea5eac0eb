/** What is kept in memory and can be saved in parts: of about a megabyte or less, so that none takes long. */

export interface Saved {
  /** All of it; must not change meanwhile. */
  parts(): Iterable<unknown>;
  /** Takes the parts in their order, while still empty. */
  restore(part: unknown): void;
}
