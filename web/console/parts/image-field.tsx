/** An image of a record: seeing it, choosing another, removing it. */
import { Button, FileButton, Group, Image, Input, Text } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { lists } from '../../../strings/console/lists/en.js';
import { sendFile } from './send-file.js';
import { useAction } from './use-action.js';

type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

export const ImageField = ({
  label,
  hint,
  url,
  types = ['image/png', 'image/jpeg', 'image/webp'],
  stale,
  upload,
  remove,
  readOnly = false,
}: {
  label: string;
  hint: string;
  url: string | null;
  types?: readonly ImageType[];
  stale: QueryKey[];
  upload: (file: File) => Promise<unknown>;
  remove: () => Promise<unknown>;
  readOnly?: boolean;
}) => {
  const { run, isRunning } = useAction(...stale);
  return (
    <Input.Wrapper label={label} description={readOnly ? undefined : hint} labelElement="div">
      <Group mt="xs">
        {url === null ? (
          <Text size="sm" c="dimmed">
            {lists.image.none}
          </Text>
        ) : (
          <Image src={url} alt={label} w={96} h={96} fit="contain" radius="sm" />
        )}
        {!readOnly && (
          <FileButton
            accept={types.join(',')}
            inputProps={{ 'aria-label': label }}
            onChange={(file) => file && void run(() => upload(file), lists.image.uploaded)}
          >
            {(props) => (
              <Button {...props} variant="default" size="xs" loading={isRunning}>
                {url === null ? lists.image.choose : lists.image.change}
              </Button>
            )}
          </FileButton>
        )}
        {!readOnly && url !== null && (
          <Button
            variant="subtle"
            size="xs"
            disabled={isRunning}
            onClick={() => void run(remove, lists.image.removed)}
          >
            {lists.image.remove}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
};

/** Sends an image to the address that the server makes for it. */
export const uploadImage = async (
  file: File,
  create: (file: { fileMimeType: 'image/png'; fileSizeBytes: number }) => Promise<{ uploadUrl: string }>,
): Promise<void> => {
  // Each kind of image allows other types: the server says so in words.
  const { uploadUrl } = await create({ fileMimeType: file.type as 'image/png', fileSizeBytes: file.size });
  await sendFile(uploadUrl, file, file.type, () => undefined);
};
