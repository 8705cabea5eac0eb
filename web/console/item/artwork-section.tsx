/** The artwork of an item in its four proportions: what is there, choosing another picture, removing it. */
import { Button, Group, Image, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { itemTexts } from '../../../strings/console/item/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { VARIANTS } from '../artwork/crop.js';
import { FileChooser } from '../parts/file-chooser.js';
import { uploadImage } from '../parts/image-field.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';

const CropDialog = lazy(async () => ({ default: (await import('../artwork/crop-dialog.js')).CropDialog }));

const TYPES = 'image/png,image/jpeg,image/webp';
const HEIGHT = 96;

/** @param mayChange whether the role may change the artwork of this item */
export const ArtworkSection = ({ item, mayChange }: { item: Schemas['Item']; mayChange: boolean }) => {
  const { api, keys } = useAccount();
  const { run, isRunning } = useAction(keys.every('items'));
  const [file, setFile] = useState<File | null>(null);
  const params = { path: { itemId: item.id } };
  const urls = {
    square: item.squareImgUrl,
    wide: item.wideImgUrl,
    ultraWide: item.ultraWideImgUrl,
    vertical: item.verticalImgUrl,
  };
  const isThere = VARIANTS.some((variant) => urls[variant] !== null);
  return (
    <Stack component="section" aria-labelledby="artwork">
      <Title order={2} size="h4" id="artwork">
        {itemTexts.artwork}
      </Title>
      {isThere ? (
        <Group align="end">
          {VARIANTS.map((variant) => {
            const url = urls[variant];
            const alt = withValues(itemTexts.artworkOf, { proportion: itemTexts.proportions[variant] });
            return url && <Image key={variant} src={url} alt={alt} h={HEIGHT} w="auto" radius="sm" />;
          })}
        </Group>
      ) : (
        <Text c="dimmed">{itemTexts.noArtwork}</Text>
      )}
      {mayChange && (
        <Group>
          <FileChooser
            label={itemTexts.choosePicture}
            accept={TYPES}
            multiple={false}
            choose={([chosen]) => setFile(chosen ?? null)}
          />
          {isThere && (
            <Button
              variant="subtle"
              loading={isRunning}
              onClick={() =>
                void run(
                  () => unwrap(api.POST('/items/{itemId}/artwork/delete', { params, body: {} })),
                  itemTexts.artworkRemoved,
                )
              }
            >
              {itemTexts.removeArtwork}
            </Button>
          )}
        </Group>
      )}
      {file && (
        <Suspense fallback={null}>
          <CropDialog
            file={file}
            close={() => setFile(null)}
            save={(upload) =>
              run(
                () =>
                  upload(async (variant, picture) => {
                    await uploadImage(picture, (created) =>
                      unwrap(
                        api.POST('/items/{itemId}/artwork/create', { params, body: { variant, ...created } }),
                      ),
                    );
                    await unwrap(api.POST('/items/{itemId}/artwork/uploaded', { params, body: { variant } }));
                  }),
                itemTexts.artworkSaved,
              )
            }
          />
        </Suspense>
      )}
    </Stack>
  );
};
