/**
 * `<lectern-transcript>`: the transcript beside a player. It follows playback, can be searched, and seeks on
 * click.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Chapter } from '../api.js';
import { clockTime } from '../../../strings/format.js';
import { placesOf } from '../article/places.js';
import { marked } from '../text.js';
import { theme } from '../theme.js';
import type { Words } from '../words.js';
import { transcriptStyles } from './transcript-styles.js';
import { cueAt, type Cue } from './cues.js';
import { renderFind, type Found } from './render-find.js';

/** Where the current line is placed, as a share of the list's height. */
const READING_LINE = 1 / 3;
const SCROLL_KEYS = ['PageUp', 'PageDown', 'Home', 'End'];

export class LecternTranscript extends LitElement {
  static override styles = [theme, transcriptStyles];
  static override properties = {
    cues: { attribute: false },
    chapters: { attribute: false },
    words: { attribute: false },
    linkOf: { attribute: false },
    language: {},
    isStill: { attribute: false },
    query: { state: true },
    match: { state: true },
    isFollowing: { state: true },
  };

  cues: readonly Cue[] = [];
  chapters: readonly Chapter[] = [];
  words: Words | undefined;
  /** Returns the URL for a time. */
  linkOf: (seconds: number) => string = () => '';
  language = '';
  /** Whether there is no recording to follow. */
  isStill = false;
  private query = '';
  /** Indexes of the lines that contain the query. */
  private found: number[] = [];
  private match = 0;
  private isFollowing = true;
  private current = -1;

  /** Marks the line spoken at a time, and scrolls to it unless the reader has scrolled away. */
  follow(seconds: number): void {
    const current = cueAt(this.cues, seconds);
    if (current === this.current) return;
    this.line(this.current)?.removeAttribute('aria-current');
    this.line(current)?.setAttribute('aria-current', 'true');
    this.current = current;
    const active = this.renderRoot.querySelector('.lines :focus');
    if (!active) this.makeTabStop(Math.max(0, current));
    if (this.isFollowing) this.scrollToLine(current);
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has('cues')) return;
    this.current = -1;
    this.makeTabStop(0);
  }

  private get list(): HTMLElement | null {
    return this.renderRoot.querySelector('.lines');
  }

  private line(at: number): HTMLElement | null {
    return at < 0 ? null : this.renderRoot.querySelector(`[data-at="${at}"]`);
  }

  /** Makes one line reachable with Tab; the arrow keys move from there. */
  private makeTabStop(at: number): void {
    for (const line of this.renderRoot.querySelectorAll('.line[tabindex="0"]'))
      line.setAttribute('tabindex', '-1');
    this.line(at)?.setAttribute('tabindex', '0');
  }

  /** Scrolls only the list, never the page. */
  private scrollToLine(at: number): void {
    const { list } = this;
    const line = this.line(at);
    if (!list || !line) return;
    const top = line.offsetTop - list.clientHeight * READING_LINE;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.scrollTo({ top, behavior: isCalm ? 'instant' : 'smooth' });
  }

  private readonly leave = (): void => {
    this.isFollowing = false;
  };

  private readonly resume = (): void => {
    this.isFollowing = true;
    this.scrollToLine(this.current);
  };

  private readonly press = (event: Event): void => {
    const line = (event.target as Element).closest<HTMLElement>('[data-at]');
    const cue = this.cues[Number(line?.dataset.at ?? -1)];
    if (!cue || (event as MouseEvent).ctrlKey || (event as MouseEvent).metaKey) return;
    event.preventDefault();
    this.isFollowing = true;
    if (this.isStill) this.follow(cue.start);
    else this.dispatchEvent(new CustomEvent('seek', { detail: cue.start }));
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const { key } = event;
    if (SCROLL_KEYS.includes(key)) {
      // These keys scroll the list. They must not reach the player.
      this.leave();
      event.stopPropagation();
    }
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    event.preventDefault();
    event.stopPropagation();
    const from = Number((event.target as Element).closest<HTMLElement>('[data-at]')?.dataset.at ?? -1);
    const to = Math.min(this.cues.length - 1, Math.max(0, from + (key === 'ArrowDown' ? 1 : -1)));
    this.leave();
    this.makeTabStop(to);
    this.line(to)?.focus();
  };

  private readonly find = (query: string): void => {
    this.query = query;
    this.found = this.cues.flatMap(({ text }, at) => (placesOf(text, query)[0] ? [at] : []));
    const next = this.found.findIndex((at) => at >= this.current);
    this.match = Math.max(0, next);
    this.showMatch(0);
  };

  private readonly showMatch = (step: number): void => {
    const { length } = this.found;
    if (length === 0) return;
    this.match = (this.match + step + length) % length;
    const line = this.found[this.match]!;
    this.leave();
    void this.updateComplete.then(() => {
      this.makeTabStop(line);
      this.scrollToLine(line);
    });
  };

  protected override render(): TemplateResult | typeof nothing {
    const { words, cues } = this;
    if (!words || cues.length === 0) return nothing;
    return html`<section part="transcript" aria-labelledby="heading">
      <div class="head">
        <h3 id="heading" part="heading">${words.say('transcript')}</h3>
        ${renderFind(words, this.finding, this.find, this.showMatch)}
      </div>
      <div
        class="lines"
        part="lines"
        lang=${this.language || nothing}
        @wheel=${this.leave}
        @touchmove=${this.leave}
        @pointerdown=${(event: Event) => event.target === event.currentTarget && this.leave()}
        @keydown=${this.onKey}
        @click=${this.press}
      >
        ${this.renderLines()}
      </div>
      <button
        type="button"
        class="button follow"
        part="follow"
        ?hidden=${this.isFollowing || this.isStill}
        @click=${this.resume}
      >
        ${words.say('follow')}
      </button>
    </section>`;
  }

  private get finding(): Found | undefined {
    const { length } = this.found;
    return this.query.trim() ? { match: length && this.match + 1, total: length } : undefined;
  }

  private renderLines(): unknown[] {
    const headings = [...this.chapters].sort((a, b) => a.startMs - b.startMs);
    let heading = 0;
    let speaker: string | null = null;
    const shown = this.found[this.match];
    const [first] = this.cues;
    const isConversation = this.cues.some((cue) => cue.speaker !== null && cue.speaker !== first?.speaker);
    return this.cues.map((cue, at) => {
      const parts: unknown[] = [];
      // A chapter may start in the pause before its first words, or shortly after they begin.
      while (heading < headings.length && headings[heading]!.startMs / 1_000 <= cue.start + 0.5)
        parts.push(html`<h4 part="chapter-heading" class="text">${headings[heading++]!.title}</h4>`);
      if (cue.speaker && cue.speaker !== speaker && isConversation)
        parts.push(html`<p class="speaker text" part="speaker">${cue.speaker}</p>`);
      speaker = cue.speaker ?? speaker;
      parts.push(
        html`<a
          class=${at === shown ? 'line shown' : 'line'}
          part="line"
          href=${this.linkOf(cue.start)}
          data-at=${at}
          tabindex="-1"
          ><span class="time" part="time">${clockTime(cue.start)}</span>
          <span class="text">${marked(cue.text, placesOf(cue.text, this.query))}</span></a
        >`,
      );
      return parts;
    });
  }
}
