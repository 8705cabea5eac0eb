/** The editor of one transcript: the recording and the tools above, the segments below. */
import { Stack } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { useAccount, type Schemas } from '../api/account.js';
import { Conflicts } from './conflicts.js';
import { CorrectionOffer } from './correction-offer.js';
import { DraftNotices } from './draft-notices.js';
import { createEditor, EditorContext, useEditor } from './editor.js';
import { FindPanel } from './find-panel.js';
import { SegmentList } from './segment-list.js';
import { Tools } from './tools.js';
import { useDraft } from './use-draft.js';
import type { OpenTranscript } from './use-transcript.js';
import { useValue } from '../parts/value.js';
import styles from './transcript.module.css';

interface Props {
  item: Schemas['Item'];
  open: OpenTranscript;
}

/** Another transcript, or another draft of it, needs another key: the editor keeps what it began with. */
export const TranscriptEditor = ({ item, open }: Props) => {
  const { may } = useAccount();
  const [editor] = useState(() =>
    createEditor(open.segments, open.operations, {
      names: (item.speakers ?? []).map(({ name }) => name),
      readOnly: !may('content:draft') || open.other !== null,
    }),
  );
  // Addresses are signed anew with each response: the sound goes on with the one that it began with.
  const [address] = useState(() => addressOf(item, open.mediaAssetId));
  const draft = useDraft(item.id, open, editor.store);
  const isFinding = useValue(editor.search) !== null;
  const { ref, height } = useElementSize();
  return (
    <EditorContext value={editor}>
      <DraftNotices itemId={item.id} draft={draft} open={open} />
      {draft.conflicts.length > 0 && <Conflicts draft={draft} />}
      <div className={styles.bar} data-finding={isFinding}>
        <Stack gap="xs" ref={ref}>
          {address !== null && <Recording address={address} />}
          <Tools item={item} open={open} draft={draft} hasSound={address !== null} />
          <CorrectionOffer />
          <FindPanel />
        </Stack>
      </div>
      <SegmentList above={height} hasSound={address !== null} />
    </EditorContext>
  );
};

const Recording = ({ address }: { address: string }) => {
  const { sound } = useEditor();
  return (
    <audio
      ref={sound.attach}
      className={styles.audio}
      src={address}
      controls
      preload="metadata"
      aria-label={en.review.recording}
    />
  );
};

/** The recording of the transcript, or another one of the item. */
const addressOf = ({ mediaAssets = [] }: Schemas['Item'], mediaAssetId: number | null): string | null => {
  const playable = mediaAssets.filter(({ contentType, url }) => contentType !== 'text' && url !== null);
  const asset = playable.find(({ id }) => id === mediaAssetId) ?? playable[0];
  return asset?.audioUrl ?? asset?.url ?? null;
};
