/** Opens what is chosen: on its page, or in the player here, from where the visitor comes back to the same place. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { LecternSelectDetail } from '../../../client/components.js';
import type { Api, Item, Suggestion } from '../api.js';
import { eventQueueOf } from '../events/event-queue.js';
import { itemPageUrl } from './page-links.js';
import type { Found } from './result-loader.js';
import type { Session } from './session.js';
import { viewUrl, type View } from './view.js';

interface Surroundings {
  session: Session;
  api(): Api;
  embedToken(): string;
  hasUrl(): boolean;
  /** Template of the pages on which items open; undefined where they open here. */
  pages(): string | undefined;
  /** @returns whether the page lets the component open the item */
  select(detail: LecternSelectDetail): boolean;
  /** Focuses the search box. */
  focusBox(): void;
}

type Host = ReactiveControllerHost & HTMLElement & { renderRoot: HTMLElement | DocumentFragment };
type Opened = Pick<Item, 'id' | 'urlSlug'>;

/** Whether a press of a link opens it in place, and not in another tab or window. */
export const opensHere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

export class Opening implements ReactiveController {
  player: 'none' | 'loading' | 'ready' | 'failed' = 'none';
  /** The search that led to the opened item, which its player reports. */
  searchId: string | null = null;
  mediaAssetId: number | null = null;
  /** Where the visitor was in the results. */
  private leftAt: { scrollY: number; opens: string } | undefined;

  constructor(
    private readonly host: Host,
    private readonly around: Surroundings,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.leftAt = undefined;
  }

  readonly loadPlayer = async (): Promise<void> => {
    if (this.player === 'ready') return;
    this.player = 'loading';
    try {
      await import('../player.js');
      this.player = 'ready';
    } catch {
      this.player = 'failed';
    }
    this.host.requestUpdate();
  };

  readonly urlOf = ({ item, searchId }: Found, startSeconds: number | null): string => {
    const { pages, hasUrl, api, session } = this.around;
    const template = pages();
    if (template) return itemPageUrl(template, item, startSeconds, searchId);
    if (!hasUrl()) return itemPageUrl(`${api().host}/items/{slug}`, item, startSeconds, null);
    const opened = { ...session.view, item: item.urlSlug ?? String(item.id), start: startSeconds };
    return viewUrl(opened, location.href).href;
  };

  readonly open = (event: MouseEvent, found: Found, startSeconds: number | null): void => {
    const { item, rank, searchId, passages } = found;
    const pages = this.around.pages();
    if (searchId) this.reportClick(searchId, item.id, rank, startSeconds);
    const mayOpen = this.around.select({ item, rank, startSeconds, searchId });
    if (!mayOpen) event.preventDefault();
    if (!mayOpen || pages || !opensHere(event)) return;
    event.preventDefault();
    const passage = passages.find(({ startMs }) => startMs !== null && startMs / 1_000 === startSeconds);
    this.leftAt = { scrollY, opens: (event.currentTarget as HTMLElement).dataset.opens ?? '' };
    this.searchId = searchId;
    this.mediaAssetId = passage?.mediaAssetId ?? null;
    this.openHere(item, startSeconds);
  };

  /** A suggested item. */
  openSuggested({ id, text, urlSlug }: Suggestion): void {
    const item = { id: id!, urlSlug, title: text };
    if (!this.around.select({ item, rank: null, startSeconds: null, searchId: null })) return;
    const pages = this.around.pages();
    this.searchId = null;
    this.mediaAssetId = null;
    if (pages) location.assign(itemPageUrl(pages, item, null, null));
    else this.openHere(item, null);
  }

  readonly close = (): void => {
    const { session, hasUrl } = this.around;
    // The step that opened it is taken back, so that the back button does not open it again.
    if (this.leftAt && hasUrl()) history.back();
    else session.go({ ...session.view, item: null, start: null }, 'push');
  };

  onView(view: View, before: View): void {
    if (view.item !== null) void this.loadPlayer();
    else if (before.item !== null) void this.returnToResults();
  }

  private openHere(item: Opened, start: number | null): void {
    const { session } = this.around;
    session.go({ ...session.view, item: item.urlSlug ?? String(item.id), start }, 'push');
    void this.host.updateComplete.then(() => {
      this.host.renderRoot.querySelector<HTMLElement>('.back')?.focus({ preventScroll: true });
      if (this.host.getBoundingClientRect().top < 0) this.host.scrollIntoView();
    });
  }

  private reportClick(searchId: string, itemId: number, rank: number, startSeconds: number | null): void {
    const embedToken = this.around.embedToken();
    const queue = eventQueueOf(this.around.api().host);
    queue.add({
      type: 'searchClick',
      searchId,
      itemId,
      rank,
      ...(startSeconds !== null && { startMs: Math.round(startSeconds * 1_000) }),
      ...(embedToken && { embedToken }),
    });
    // The page may go at once.
    if (this.around.pages()) queue.flush();
  }

  private async returnToResults(): Promise<void> {
    const { leftAt } = this;
    this.leftAt = undefined;
    this.searchId = null;
    await this.host.updateComplete;
    if (!leftAt) return this.around.focusBox();
    scrollTo({ top: leftAt.scrollY, behavior: 'instant' });
    const link = this.host.renderRoot.querySelector<HTMLElement>(`[data-opens="${leftAt.opens}"]`);
    link?.focus({ preventScroll: true });
  }
}
