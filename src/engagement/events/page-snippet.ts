/** Example code for sending events from a page, shown in the API reference. */

/** HTML with placeholders for the ids of the item and its media asset. */
const pageSnippet = `<audio id="player" controls src="https://media.example.org/the-dark-valley.mp3"></audio>
<script>
  const api = 'https://demo.search.example.org/api';
  const item = { itemId: 12, mediaAssetId: 7 };
  const send = (event) => navigator.sendBeacon(api + '/events', JSON.stringify({ events: [event] }));

  send({ type: 'pageView', url: location.href, referrer: document.referrer, itemId: item.itemId });

  const player = document.getElementById('player');
  const playbackSessionId = Date.now() + '-' + Math.random();
  let played = 0;
  let since = null;
  let wished = null;
  let startupMs = null;
  let stallCount = 0;
  let stalledMs = 0;
  let stalledSince = null;
  const report = (eventType) => {
    const now = Date.now();
    if (eventType === 'play' && wished === null) wished = now;
    if (since !== null) played += now - since;
    since = player.paused || player.ended ? null : now;
    send({
      type: 'mediaPlaybackEvent',
      ...item,
      playbackSessionId,
      eventType,
      currentPlaybackPositionSeconds: player.currentTime,
      totalPlaybackSeconds: played / 1000,
      playbackRate: player.playbackRate,
      startupMs,
      stallCount,
      stalledMs,
    });
  };
  const kinds = { play: 'play', pause: 'pause', seeked: 'seek', ended: 'end', error: 'error' };
  for (const name in kinds) player.addEventListener(name, () => report(kinds[name]));
  player.addEventListener('waiting', () => {
    if (startupMs === null || player.seeking || stalledSince !== null) return;
    stallCount += 1;
    stalledSince = Date.now();
  });
  player.addEventListener('playing', () => {
    if (startupMs === null && wished !== null) startupMs = Date.now() - wished;
    if (stalledSince !== null) stalledMs += Date.now() - stalledSince;
    stalledSince = null;
  });
  setInterval(() => { if (!player.paused) report('progress'); }, 15000);
</script>`;

export const pageGuide = `On a page of the account’s own site, with the ids of the item and its media asset:

\`\`\`html
${pageSnippet}
\`\`\`

\`navigator.sendBeacon\` sends text as \`text/plain\`, which is taken as JSON here and needs no preflight request. On other sites
add an \`embedToken\` to each event; where a search led to the item, its \`searchId\`.`;
