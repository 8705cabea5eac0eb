/** Opens a result on its page or in the player in place, and returns the visitor to the same place in the results. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { LecternSelectDetail } from '../../../client/components.js';
import type { Api, Item, Suggestion } from '../api.js';
import { eventQueueOf } from '../events/event-queue.js';
import { itemPageUrl, WHOLE, type Place } from './page-links.js';
import type { Found } from './result-loader.js';
import type { Session } from './session.js';
import { CLOSED, viewUrl, type View } from './view.js';

interface Surroundings {
  session: Session;
  api(): Api;
  embedToken(): string;
  hasUrl(): boolean;
  /** URL template of the item pages; undefined if items open in place. */
  pages(): string | undefined;
  /** Whether results with a recording open in place even if there are item pages. */
  playsHere(): boolean;
  /** @returns whether the page lets the component open the item */
  select(detail: LecternSelectDetail): boolean;
  /** Focuses the search box. */
  focusBox(): void;
}

/** Pixels. */
const NARROW = 640;

type Host = ReactiveControllerHost & HTMLElement & { renderRoot: HTMLElement | DocumentFragment };
type Opened = Pick<Item, 'id' | 'urlSlug'>;

/** Whether a click opens the link in place rather than in another tab or window. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

export class Opening implements ReactiveController {
  player: 'none' | 'loading' | 'ready' | 'failed' = 'none';
  /** The search that led to the opened item, for its player to report. */
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
      await import('../player/player.js');
      this.player = 'ready';
    } catch {
      this.player = 'failed';
    }
    this.host.requestUpdate();
    // The player replaces the back button as soon as it has loaded, so it takes over the focus.
    if (this.root.activeElement?.matches('.back')) await this.focus();
  };

  /** URL of the opened item's page; undefined without item pages, or if the slug alone does not identify the item. */
  get page(): string | undefined {
    const { pages, session } = this.around;
    const template = pages();
    const { item } = session.view;
    if (!template || item === null || /\{(?:id|collectionId)\}/.test(template)) return undefined;
    return itemPageUrl(template, { id: 0, urlSlug: item }, WHOLE, null);
  }

  readonly urlOf = ({ item, searchId }: Found, place: Place): string => {
    const { pages, hasUrl, api, session } = this.around;
    const template = pages();
    if (template) return itemPageUrl(template, item, place, searchId);
    if (!hasUrl()) return itemPageUrl(`${api().host}/items/{slug}`, item, place, null);
    const { seconds: start, paragraph } = place;
    const opened = { ...session.view, item: item.urlSlug ?? String(item.id), start, paragraph };
    return viewUrl(opened, location.href).href;
  };

  readonly open = (event: MouseEvent, found: Found, place: Place): void => {
    const { item, rank, searchId, passages } = found;
    const { seconds: startSeconds, paragraph } = place;
    // A text without a recording opens on its page.
    const isHeard = startSeconds !== null && item.hasRecording;
    const isHere = !this.around.pages() || (this.around.playsHere() && isHeard);
    if (searchId) this.reportClick(searchId, item.id, rank, startSeconds, !isHere);
    const mayOpen = this.around.select({ item, rank, startSeconds, paragraph, searchId });
    if (!mayOpen) event.preventDefault();
    if (!mayOpen || !isHere || !isPlainClick(event)) return;
    event.preventDefault();
    const passage = passages.find(({ startMs }) => startMs !== null && startMs / 1_000 === startSeconds);
    this.leftAt = { scrollY, opens: (event.currentTarget as HTMLElement).dataset.opens ?? '' };
    this.searchId = searchId;
    this.mediaAssetId = passage?.mediaAssetId ?? null;
    this.openHere(item, place);
  };

  /** Opens an item from the autocomplete list. */
  openSuggested({ id, text, urlSlug }: Suggestion): void {
    const item = { id: id!, urlSlug, title: text };
    if (!this.around.select({ item, rank: null, startSeconds: null, paragraph: null, searchId: null }))
      return;
    const pages = this.around.pages();
    this.searchId = null;
    this.mediaAssetId = null;
    if (pages) location.assign(itemPageUrl(pages, item, WHOLE, null));
    else this.openHere(item, WHOLE);
  }

  readonly close = (): void => {
    const { session, hasUrl } = this.around;
    // Goes back in history, so that the back button does not open the item again.
    if (this.leftAt && hasUrl()) history.back();
    else session.go({ ...session.view, ...CLOSED }, 'push');
  };

  /** Escape closes the item, unless it was pressed in a text field. */
  readonly onKey = (event: KeyboardEvent): void => {
    const [target] = event.composedPath();
    if (event.key !== 'Escape' || (target instanceof HTMLInputElement && !target.readOnly)) return;
    event.preventDefault();
    this.close();
  };

  onView(view: View, before: View): void {
    if (view.item !== null) void this.loadPlayer();
    else if (before.item !== null) void this.returnToResults();
  }

  private openHere(item: Opened, { seconds: start, paragraph }: Place): void {
    const { session, pages } = this.around;
    // If slugs are ambiguous, the id identifies the item.
    const isAmbiguous = pages()?.includes('{collectionId}');
    const named = (!isAmbiguous && item.urlSlug) || String(item.id);
    session.go({ ...session.view, item: named, start, paragraph }, 'push');
    void this.focus().then(() => {
      // On a phone, the page above would leave no room for the player.
      if (this.host.getBoundingClientRect().top < 0 || innerWidth < NARROW) this.host.scrollIntoView();
    });
  }

  private get root(): ShadowRoot {
    return this.host.renderRoot as ShadowRoot;
  }

  /** Focuses the player, so that it receives its shortcuts; while it is loading, focuses the back button. */
  private async focus(): Promise<void> {
    await this.host.updateComplete;
    const shown =
      this.root.querySelector<HTMLElement>('lectern-player') ?? this.root.querySelector<HTMLElement>('.back');
    shown?.focus({ preventScroll: true });
  }

  private reportClick(
    searchId: string,
    itemId: number,
    rank: number,
    startSeconds: number | null,
    isLeaving: boolean,
  ): void {
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
    // The browser may leave the page at once.
    if (isLeaving) queue.flush();
  }

  private async returnToResults(): Promise<void> {
    const { leftAt } = this;
    this.leftAt = undefined;
    this.searchId = null;
    await this.host.updateComplete;
    if (!leftAt) return this.around.focusBox();
    scrollTo({ top: leftAt.scrollY, behavior: 'instant' });
    const link = this.root.querySelector<HTMLElement>(`[data-opens="${leftAt.opens}"]`);
    link?.focus({ preventScroll: true });
  }
}
