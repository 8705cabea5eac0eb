/** The recordings and the transcript of an item: what is there, and adding more. */
import { Anchor, Button, FileButton, Group, List, Progress, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { ACCEPTED, kindOf, type FileKind } from '../parts/file-kinds.js';
import { sendFile } from '../parts/send-file.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';

type Sending = { name: string; percent: number } | null;

export const MediaSection = ({ item }: { item: Schemas['Item'] }) => {
  const { may, keys, shortName } = useAccount();
  const { run, isRunning } = useAction(keys.every('items'));
  const [sending, setSending] = useState<Sending>(null);
  const add = useAddFile(item.id, (name, percent) => setSending({ name, percent }));
  const addAll = (files: File[]): void =>
    void run(async () => {
      try {
        for (const file of files) await add(file);
      } finally {
        setSending(null);
      }
    }, en.media.added);
  const assets = item.mediaAssets ?? [];
  return (
    <Stack component="section" aria-labelledby="media">
      <Title order={2} size="h4" id="media">
        {en.media.title}
      </Title>
      {assets.length === 0 && <Text c="dimmed">{en.media.none}</Text>}
      <List listStyleType="none" spacing="xs">
        {assets.map((asset) => (
          <List.Item key={asset.id}>
            <Asset asset={asset} />
          </List.Item>
        ))}
      </List>
      {sending && (
        <div>
          <Text size="sm">{withValues(en.media.sending, { name: sending.name })}</Text>
          <Progress
            value={sending.percent}
            aria-label={withValues(en.media.sending, { name: sending.name })}
          />
        </div>
      )}
      {item.transcriptUrl !== null && (
        <Anchor component={Link} to={`/a/${shortName}/items/${item.id}/transcript`}>
          {may('content:draft') ? en.media.editTranscript : en.media.readTranscript}
        </Anchor>
      )}
      {may('content:draft') && (
        <Group>
          <FileButton
            multiple
            accept={ACCEPTED}
            onChange={addAll}
            inputProps={{ 'aria-label': en.media.add }}
          >
            {(props) => (
              <Button {...props} variant="default" loading={isRunning}>
                {en.media.add}
              </Button>
            )}
          </FileButton>
        </Group>
      )}
    </Stack>
  );
};

const Asset = ({ asset }: { asset: Schemas['MediaAsset'] }) => {
  const name = asset.originalFilename ?? asset.filename ?? en.media.contentTypes[asset.contentType];
  return (
    <>
      {asset.downloadUrl === null ? name : <Anchor href={asset.downloadUrl}>{name}</Anchor>}
      {`: ${en.media.contentTypes[asset.contentType]}, ${en.media.statuses[asset.status]}`}
      {asset.errorMessage !== null && (
        <Text size="sm" c="red">
          {asset.errorMessage}
        </Text>
      )}
    </>
  );
};

/** Adds a recording or a transcript, by the ending of its name. The server looks into it. */
const useAddFile = (itemId: number, progress: (name: string, percent: number) => void) => {
  const { api } = useAccount();
  const path = { itemId };
  const addRecording = async (file: File, kind: FileKind & { kind: 'recording' }): Promise<void> => {
    const { contentType, mimeType } = kind;
    const { mediaAsset, uploadUrl } = await unwrap(
      api.POST('/items/{itemId}/media/create', {
        params: { path },
        body: { contentType, mimeType, fileSizeBytes: file.size, originalFilename: file.name },
      }),
    );
    if (uploadUrl === null) return;
    await sendFile(uploadUrl, file, mimeType, (bytes) => progress(file.name, (bytes / file.size) * 100));
    await unwrap(
      api.POST('/media/{mediaAssetId}/uploaded', { params: { path: { mediaAssetId: mediaAsset.id } } }),
    );
  };
  return async (file: File): Promise<void> => {
    const kind = kindOf(file.name);
    if (kind === null) throw new Error(withValues(en.media.unknown, { name: file.name }));
    progress(file.name, 0);
    if (kind.kind === 'recording') return addRecording(file, kind);
    await unwrap(
      api.PUT('/items/{itemId}/transcript', {
        params: { path },
        headers: { 'Content-Type': kind.mimeType },
        body: file as never,
        bodySerializer: (body) => body as never,
      }),
    );
  };
};
