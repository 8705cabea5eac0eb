/**
 * The actions of a visitor in a page, as a script that runs before those of the page. Its clock advances only during
 * playback, so that the time listened is known to the millisecond.
 */
export const VISITOR_SCRIPT = `{
  let now = 0;
  performance.now = () => now;
  const within = (selector) => document.querySelector('lectern-search')?.shadowRoot?.querySelector(selector);
  const media = () => within('lectern-player')?.shadowRoot?.querySelector('[slot="media"]');
  const next = (target, name) =>
    new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));
  const until = async (isSo) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  let heardMs = 0;
  let isStalled = false;
  let shown;
  addEventListener('lectern-search', ({ detail }) => (shown = detail));
  addEventListener('lectern-play', () => {
    const playing = media();
    if (playing.isWatched) return;
    playing.isWatched = true;
    playing.addEventListener('waiting', () => (isStalled = true));
    playing.addEventListener('playing', () => (isStalled = false));
  });
  const untilHeard = () =>
    until(() => !media().paused && !media().seeking && media().readyState >= 3 && !isStalled);

  const steps = {
    hear: async (ms) => {
      await untilHeard();
      for (let left = ms; left > 0; left -= 500) {
        const step = Math.min(left, 500);
        now += step;
        heardMs += step;
        media().dispatchEvent(new Event('timeupdate'));
      }
    },
    pause: async () => {
      const paused = next(media(), 'pause');
      media().pause();
      await paused;
      const played = next(media(), 'play');
      media().play();
      await played;
    },
    seek: async (seconds) => {
      const sought = next(media(), 'seeked');
      media().currentTime = seconds;
      await sought;
    },
    end: async () => {
      const ended = next(media(), 'ended');
      media().currentTime = media().duration - 0.05;
      await ended;
    },
  };

  window.visitor = {
    /** @returns the search that was made, if one was, and what it found */
    async find(query) {
      const search = document.querySelector('lectern-search');
      await until(() => shown);
      const isNew = search.query !== query;
      if (isNew) {
        const found = next(window, 'lectern-search');
        search.query = query;
        await found;
        await search.updateComplete;
      }
      const { searchId, totalRecords, items } = shown;
      return { isNew: isNew && searchId !== null, searchId, totalRecords, itemIds: items.map(({ id }) => id) };
    },
    /** Opens a result, which begins to play. */
    async open(at) {
      isStalled = false;
      heardMs = 0;
      const played = next(window, 'lectern-play');
      document.querySelector('lectern-search').shadowRoot.querySelectorAll('.results .title-link')[at].click();
      await played;
      await untilHeard();
    },
    /** @returns how long it was heard in all, in ms */
    async listen(todo) {
      for (const [name, value] of todo) await steps[name](value);
      return heardMs;
    },
    async goBack() {
      within('.back').click();
      await until(() => !within('lectern-player') && within('.results'));
    },
  };
}`;
