/** The recordings and the transcript of an item: what is there, how it sounds, and adding more. */
import { Anchor, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { en } from '../../../strings/console/en.js';
import { lists } from '../../../strings/console/lists/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { FileChooser } from '../parts/file-chooser.js';
import { ACCEPTED } from '../parts/file-kinds.js';
import { clockOf } from '../parts/dates.js';
import { isPublic } from '../parts/is-public.js';
import { RowMenu } from '../parts/list/record-table.js';
import { useRemoval } from '../parts/list/use-removal.js';
import { sizeOf } from '../parts/sizes.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';
import { isPlayable, Recording } from '../recording/recording.js';
import { UploadRow } from '../uploads/upload-row.js';
import { useProcessing } from '../uploads/use-item-states.js';
import { useUploads } from '../uploads/use-uploads.js';
import { useAddFiles } from './use-add-files.js';

/** @param mayChange whether this person may add and remove media */
export const MediaSection = ({ item, mayChange }: { item: Schemas['Item']; mayChange: boolean }) => {
  const { may, keys, shortName } = useAccount();
  const { run, isRunning } = useAction(keys.every('items'));
  const add = useAddFiles(item);
  const { queue, uploads } = useItemUploads(item.id);
  const assets = item.mediaAssets ?? [];
  return (
    <Stack component="section" aria-labelledby="media">
      <Title order={2} size="h4" id="media">
        {en.media.title}
      </Title>
      {assets.length === 0 && <Text c="dimmed">{en.media.none}</Text>}
      <List
        listStyleType="none"
        spacing="md"
        styles={{ itemLabel: { width: '100%' }, itemWrapper: { width: '100%' } }}
      >
        {assets.map((asset) => (
          <List.Item key={asset.id}>
            <Asset asset={asset} mayChange={mayChange} />
          </List.Item>
        ))}
      </List>
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} queue={queue} item={item} processing={null} />
      ))}
      {item.transcriptUrl !== null && (
        <Anchor component={Link} to={`/a/${shortName}/items/${item.id}/transcript`}>
          {may('content:draft') ? en.media.editTranscript : en.media.readTranscript}
        </Anchor>
      )}
      {item.transcriptUrl === null && item.indexedMediaAssetId !== null && (
        <WithoutTranscript itemId={item.id} />
      )}
      {mayChange && !isPublic(item) && assets.some(isPlayable) && (
        <Anchor component={Link} to={`/a/${shortName}/review/${item.id}`}>
          {en.media.cut}
        </Anchor>
      )}
      {mayChange && (
        <Group>
          <FileChooser
            label={en.media.add}
            accept={ACCEPTED}
            loading={isRunning}
            choose={(files) => void run(() => add(files))}
          />
        </Group>
      )}
    </Stack>
  );
};

/** What becomes of the transcript of an item that visitors can play without one. */
const WithoutTranscript = ({ itemId }: { itemId: number }) => {
  const step = useProcessing(itemId)?.steps.find(({ name }) => name === 'transcribe');
  const isUnderWay = step?.status === 'running';
  return (
    <Text size="sm" c="dimmed" role="status">
      {isUnderWay ? withValues(en.media.transcribing, { percent: step.percent }) : step?.message}
    </Text>
  );
};

/** The item's uploads that are on their way from this tab. Once one has arrived, the item is read again. */
const useItemUploads = (itemId: number) => {
  const { keys } = useAccount();
  const client = useQueryClient();
  const { queue, uploads } = useUploads();
  const own = uploads.filter((upload) => upload.itemId === itemId);
  const sent = own.filter(({ state }) => state === 'sent').length;
  useEffect(() => {
    if (sent > 0) void client.invalidateQueries({ queryKey: keys.every('items') });
  }, [client, keys, sent]);
  return { queue, uploads: own.filter(({ state }) => state !== 'sent') };
};

const Asset = ({ asset, mayChange }: { asset: Schemas['MediaAsset']; mayChange: boolean }) => {
  const { api } = useAccount();
  const removeRecord = useRemoval('items');
  const { contentTypes, statuses, recordingOf } = en.media;
  const name = asset.originalFilename ?? asset.filename ?? contentTypes[asset.contentType];
  const call = { params: { path: { mediaAssetId: asset.id } } };
  const remove = (): void =>
    removeRecord(
      name,
      () => unwrap(api.DELETE('/media/{mediaAssetId}', call)),
      () => unwrap(api.POST('/media/{mediaAssetId}/restore', call)),
    );
  const facts = [
    contentTypes[asset.contentType],
    asset.durationSecs !== null && clockOf(asset.durationSecs * 1_000),
    asset.fileSizeBytes !== null && sizeOf(asset.fileSizeBytes),
    statuses[asset.status],
  ];
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text span className="wraps">
          {name}
          <Text span c="dimmed" size="sm" display="block">
            {facts.filter(Boolean).join(' · ')}
          </Text>
        </Text>
        <Group gap="xs" wrap="nowrap">
          {asset.downloadUrl !== null && <Anchor href={asset.downloadUrl}>{en.media.download}</Anchor>}
          {mayChange && asset.contentType !== 'text' && (
            <RowMenu name={name} actions={[{ label: lists.delete, isRemoval: true, run: remove }]} />
          )}
        </Group>
      </Group>
      {asset.errorMessage !== null && (
        <Text size="sm" c="red">
          {asset.errorMessage}
        </Text>
      )}
      {isPlayable(asset) && <Recording asset={asset} label={withValues(recordingOf, { name })} />}
    </Stack>
  );
};
