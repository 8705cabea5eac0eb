/** `<lectern-player>`: plays an item, with chapters and a transcript that follows playback. */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { LecternPlayerControls } from '../../../client/components.js';
import { ApiError } from '../api.js';
import { clockTime } from '../../../strings/format.js';
import { LecternElement } from '../lectern-element.js';
import { theme } from '../theme.js';
import { renderDetails, renderFailure, renderUnder, renderWaiting, ShareButton } from './around-media.js';
import { startPosition, startOf, type Begin } from './begin.js';
import { loadItem, type PlayedItem } from './item-loader.js';
import { handleKey, screenOf } from './keyboard.js';
import type { LecternTranscript } from './lectern-transcript.js';
import { loadParts, type NeededParts } from './needed-parts.js';
import { wireMedia, type MediaElement } from './media-wiring.js';
import { readPageTime, timeUrl } from './page-time.js';
import { renderMedia } from './render-controls.js';
import { renderText } from './render-text.js';
import { chooseSource, embedUrl, type Source } from './source.js';
import { playerProperties, publishedEvents } from './properties.js';
import { playerStyles } from './styles.js';

/**
 * Player for an item: audio, video, HLS, YouTube and Vimeo, with chapters and transcript. Sends playback events.
 *
 * @element lectern-player
 * @attr {string} item - Id or slug of the item
 * @attr {string} collection-id - Collection of the item, if several use the same slug
 * @attr {number} start - Start, in seconds
 * @attr {number} paragraph - Paragraph to show of a text without times, from 0
 * @attr {number} media-asset-id - Recording to play, if the item has several
 * @attr {'on'|'off'} url-state - Whether `t` and `searchId` in the page's URL are used
 * @attr {string} share-url - URL to share; default: the page's
 * @attr {string} search-id - Search that led here, for the search report
 * @attr {boolean} autoplay - Plays at once, if the browser allows it
 * @attr {boolean} details - Shows title, speakers, scriptures and description
 * @attr {boolean} compact - Hides chapters and transcript
 * @attr {'page'|'media'} embed - In an iframe: `page` exchanges messages; `media` also hides controls and sends no events
 *
 * @fires {CustomEvent<LecternPlaybackDetail>} lectern-timeupdate - The time has changed
 * @fires {CustomEvent<LecternPlaybackDetail>} lectern-play - Playback has started
 * @fires {CustomEvent<LecternPlaybackDetail>} lectern-pause - Playback has paused
 * @fires {CustomEvent<LecternPlaybackDetail>} lectern-ended - Playback has ended
 *
 * @slot - Content to show until the player has loaded, or if it cannot load
 *
 * @cssprop --lectern-transcript-height - Height of chapters and transcript
 *
 * @csspart details - Title and details
 * @csspart title - Its title
 * @csspart meta - Speakers, series, date and length
 * @csspart description - Its description
 * @csspart media - Recording and controls
 * @csspart artwork - Picture of an audio recording
 * @csspart timeline - Row of the time slider
 * @csspart controls - Row of the buttons
 * @csspart rate - Speed menu
 * @csspart play-button - Play and pause button
 * @csspart poster - Picture shown before an external video loads
 * @csspart play-external - Button that loads an external video
 * @csspart share - Share button and link
 * @csspart button - Buttons
 * @csspart chapters - The list of chapters
 * @csspart chapter - One chapter
 * @csspart transcript - The transcript
 * @csspart heading - A heading
 * @csspart find - Search in the transcript
 * @csspart find-input - Text field of the search in the transcript
 * @csspart lines - The lines of the transcript
 * @csspart line - One line
 * @csspart paragraph - A paragraph of a text without times
 * @csspart time - A time
 * @csspart speaker - Name of the speaker
 * @csspart chapter-heading - Heading of a chapter in the transcript
 * @csspart follow - Button to follow the playback again
 * @csspart mark - Highlighted word
 * @csspart note - Message shown instead of the player
 */
export class LecternPlayer extends LecternElement implements LecternPlayerControls {
  static override styles = [theme, playerStyles];
  static override properties = playerProperties;

  item = '';
  collectionId = '';
  start: number | null = null;
  paragraph: number | null = null;
  mediaAssetId: number | null = null;
  urlState: 'on' | 'off' = 'on';
  shareUrl = '';
  searchId = '';
  autoplay = false;
  details = false;
  compact = false;
  embed: 'page' | 'media' | null = null;

  private played: PlayedItem | undefined;
  private failure: ApiError | undefined;
  private source: Source | undefined;
  private isPressed = false;
  private hasError = false;
  private resumedAt: number | null = null;
  private chapter = -1;
  private rate = 1;
  /** Where to start and whether to play: from the attributes, or from a click before the recording had loaded. */
  private begin: Begin = { seconds: null, plays: false };
  private frameUrl = '';
  private loading: AbortController | undefined;
  private media: MediaElement | undefined;
  private unwire: (() => void) | undefined;
  private parts: NeededParts = {};
  private readonly share = new ShareButton(this, this.words, () => this.timeUrl(this.currentTime));

  get currentTime(): number {
    return this.media?.currentTime ?? this.begin.seconds ?? 0;
  }

  get duration(): number {
    return this.media?.duration ?? NaN;
  }

  get paused(): boolean {
    return this.media?.paused ?? true;
  }

  async play(): Promise<void> {
    if (this.media) await this.media.play();
    else this.begin = { ...this.begin, plays: true };
  }

  pause(): void {
    if (this.media) this.media.pause();
    else this.begin = { ...this.begin, plays: false };
  }

  seek(seconds: number): void {
    const { media } = this;
    const end = media && Number.isFinite(media.duration) ? media.duration : Infinity;
    const at = Math.min(end, Math.max(0, seconds));
    if (media && media.readyState > 0) media.currentTime = at;
    else this.begin = { ...this.begin, seconds: at };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('keydown', this.onKey);
    if (this.hasUpdated) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('keydown', this.onKey);
    this.disconnectMedia();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (['item', 'collectionId', 'baseUrl', 'mediaAssetId'].some((name) => changed.has(name)))
      void this.load();
    else if (changed.has('start') && this.start !== null) this.seek(startOf(this.played?.cues, this.start));
  }

  private readonly load = async (): Promise<void> => {
    this.loading?.abort();
    this.disconnectMedia();
    [this.played, this.source, this.failure] = [undefined, undefined, undefined];
    [this.isPressed, this.hasError, this.resumedAt, this.chapter] = [this.embed === 'media', false, null, -1];
    if (this.item === '') return;
    const { signal } = (this.loading = new AbortController());
    const page = this.urlState === 'off' ? {} : readPageTime();
    // A visitor who clicked a passage in search results wants to hear it.
    const plays = this.autoplay || (page.searchId !== undefined && page.seconds !== undefined);
    this.begin = { seconds: this.start ?? page.seconds ?? null, plays };
    if (page.searchId && !this.searchId) this.searchId = page.searchId;
    try {
      const played = await loadItem(this.api, this.item, this.collectionId, signal);
      const source = chooseSource(played.item, [this.mediaAssetId, played.chapters[0]?.mediaAssetId]);
      const { embed, remember, words } = this;
      const parts = await loadParts(played, source, { embed, remember, lang: words.lang });
      if (signal.aborted) return;
      this.parts = parts;
      this.begin = startPosition(played, this.begin);
      this.paragraph ??= page.paragraph ?? null;
      this.played = played;
      this.source = source;
    } catch (error) {
      if (!signal.aborted) this.failure = error instanceof ApiError ? error : new ApiError('server');
    }
  };

  protected override updated(): void {
    const media = this.renderRoot.querySelector<MediaElement>('[slot="media"]') ?? undefined;
    if (media === this.media || !this.isConnected) return;
    this.disconnectMedia();
    this.media = media;
    const { played, source, begin } = this;
    if (!media || !played || !source) return;
    this.unwire = wireMedia(media, {
      api: this.api,
      played,
      mediaAssetId: source.media.id,
      searchId: this.searchId || null,
      embedToken: this.embedToken || null,
      embed: this.embed,
      parts: this.parts,
      remember: this.remember,
      start: begin.seconds,
      autoplay: begin.plays,
      captionsLabel: this.words.say('captions'),
      logoUrl: () => this.logoUrl,
      onResumed: (seconds) => (this.resumedAt = seconds),
      onEvent: (type) => this.onMedia(type),
    });
  }

  private disconnectMedia(): void {
    this.unwire?.();
    this.unwire = undefined;
    this.media?.pause();
    this.media = undefined;
  }

  private onMedia(type: string): void {
    const { media, played } = this;
    if (!media || !played) return;
    const { currentTime, duration } = media;
    this.rate = media.playbackRate;
    if (type === 'error') this.hasError = true;
    if (type === 'play') this.resumedAt = null;
    this.chapter = played.chapters.findLastIndex(({ startMs }) => startMs / 1_000 <= currentTime);
    this.renderRoot.querySelector<LecternTranscript>('lectern-transcript')?.follow(currentTime);
    const name = publishedEvents[type];
    if (!name) return;
    const isKnown = Number.isFinite(duration);
    this.emit(name, { itemId: played.item.id, currentTime, duration: isKnown ? duration : null });
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (this.media) handleKey(event, this.media, screenOf(this.renderRoot));
  };

  /** The page's URL with a time, for sharing. */
  private readonly timeUrl = (seconds: number): string => timeUrl(this.shareUrl || location.href, seconds);

  /** Plays from a clicked line or chapter. */
  private readonly hear = (seconds: number): void => {
    this.seek(seconds);
    void this.play().catch(() => undefined);
  };

  private readonly setRate = (rate: number): void => {
    if (this.media) this.media.playbackRate = rate;
  };

  /** Loads the external video after a click on its poster. */
  private readonly press = (): void => {
    this.begin = { ...this.begin, plays: true };
    this.frameUrl = embedUrl(this.api.host, this.played?.item.id, this.source?.media.id, this.embedToken);
    this.isPressed = true;
  };

  protected override render(): TemplateResult | typeof nothing {
    const { words, played, failure, source } = this;
    if (!words.isReady) return html`<slot></slot>`;
    if (failure) return html`${renderFailure(failure, words, () => void this.load())}<slot></slot>`;
    if (!played) return renderWaiting(words);
    const media = source && {
      words,
      item: played.item,
      logoUrl: this.logoUrl,
      source,
      isPressed: this.isPressed,
      isEmbedPage: this.embed !== null,
      frameUrl: this.frameUrl,
      hasControls: this.embed !== 'media',
      press: this.press,
      rate: this.rate,
      setRate: this.setRate,
      share: () => this.share.renderButton(),
    };
    if (this.embed === 'media') return media ? renderMedia(media) : nothing;
    return html`
      ${this.details ? renderDetails(played.item, words) : nothing}
      <div class="player" role="group" aria-label=${words.say('player')}>
        ${media ? html`${renderMedia(media)}${renderUnder(this.notice, this.share)}` : nothing}
        ${renderText(played, this.chapter, {
          words,
          isHeard: media !== undefined,
          isCompact: this.compact,
          paragraph: this.paragraph,
          urlOf: this.timeUrl,
          hear: this.hear,
        })}
      </div>
    `;
  }

  private get notice(): string {
    if (this.hasError) return this.words.say('mediaError');
    return this.resumedAt === null ? '' : this.words.say('resumed', { time: clockTime(this.resumedAt) });
  }
}
