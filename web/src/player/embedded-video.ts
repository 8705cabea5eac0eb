/**
 * `<lectern-embedded-video>`: plays a YouTube or Vimeo video in our `/embed` iframe, whose content security
 * policy allows the platform. Behaves like a media element for the controls. Loaded on demand.
 */
import type { EmbedCommand, EmbedState } from './messages.js';

class EmbeddedVideo extends HTMLElement {
  static readonly observedAttributes = ['src'];
  private frame: HTMLIFrameElement | undefined;
  private state: Omit<EmbedState, 'lectern' | 'type' | 'itemId'> = {
    currentTime: 0,
    duration: null,
    paused: true,
    ended: false,
    playbackRate: 1,
  };
  private loudness = { volume: 1, muted: false };
  readyState = 0;

  connectedCallback(): void {
    addEventListener('message', this.onMessage);
    this.show();
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.onMessage);
    this.frame?.remove();
    this.frame = undefined;
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.show();
  }

  get currentTime(): number {
    return this.state.currentTime;
  }

  set currentTime(seconds: number) {
    this.state = { ...this.state, currentTime: seconds };
    this.command({ lectern: 'seek', seconds });
  }

  get duration(): number {
    return this.state.duration ?? NaN;
  }

  get paused(): boolean {
    return this.state.paused;
  }

  get ended(): boolean {
    return this.state.ended;
  }

  get playbackRate(): number {
    return this.state.playbackRate;
  }

  set playbackRate(playbackRate: number) {
    this.command({ lectern: 'rate', playbackRate });
  }

  get volume(): number {
    return this.loudness.volume;
  }

  set volume(volume: number) {
    this.setLoudness({ ...this.loudness, volume });
  }

  get muted(): boolean {
    return this.loudness.muted;
  }

  set muted(muted: boolean) {
    this.setLoudness({ ...this.loudness, muted });
  }

  /** A single range, as for a file. */
  get seekable(): Pick<TimeRanges, 'length' | 'start' | 'end'> {
    const { duration } = this.state;
    return { length: duration === null ? 0 : 1, start: () => 0, end: () => duration ?? 0 };
  }

  play(): Promise<void> {
    this.command({ lectern: 'play' });
    return Promise.resolve();
  }

  pause(): void {
    this.command({ lectern: 'pause' });
  }

  private setLoudness(loudness: { volume: number; muted: boolean }): void {
    this.loudness = loudness;
    this.command({ lectern: 'volume', ...loudness });
    this.dispatchEvent(new Event('volumechange'));
  }

  private command(command: EmbedCommand): void {
    const { frame } = this;
    frame?.contentWindow?.postMessage(command, new URL(frame.src).origin);
  }

  private show(): void {
    const src = this.getAttribute('src');
    if (!src || this.frame?.src === src) return;
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const frame = document.createElement('iframe');
    frame.src = src;
    frame.title = this.title;
    frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media';
    frame.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;border:0';
    root.replaceChildren(frame);
    this.frame = frame;
  }

  private readonly onMessage = ({ source, origin, data }: MessageEvent<Partial<EmbedState> | null>): void => {
    const { frame } = this;
    if (!frame || source !== frame.contentWindow || origin !== new URL(frame.src).origin) return;
    if (data?.lectern !== 'event' || typeof data.type !== 'string') return;
    const { type, currentTime = 0, duration = null, paused = true, ended = false, playbackRate = 1 } = data;
    this.state = { currentTime, duration, paused, ended, playbackRate };
    if (duration !== null && this.readyState === 0) {
      this.readyState = 1;
      this.dispatchEvent(new Event('loadedmetadata'));
    }
    this.dispatchEvent(new Event(type));
  };
}

if (!customElements.get('lectern-embedded-video'))
  customElements.define('lectern-embedded-video', EmbeddedVideo);
