/** Cuts one picture to the four proportions of artwork, and uploads the parts. */
import { Button, Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { itemTexts } from '../../../strings/console/item/en.js';
import { Dialog } from '../parts/dialog.js';
import { CropFrame } from './crop-frame.js';
import { CENTRED, partOf, PROPORTIONS, VARIANTS, type Crop, type Variant } from './crop.js';
import { cutPicture } from './crop-picture.js';

interface Props {
  file: File;
  /** @returns whether all of them have been uploaded */
  save: (
    upload: (done: (variant: Variant, picture: File) => Promise<void>) => Promise<void>,
  ) => Promise<boolean>;
  close: () => void;
}

const ALL_CENTRED = Object.fromEntries(VARIANTS.map((variant) => [variant, CENTRED])) as Record<
  Variant,
  Crop
>;

export const CropDialog = ({ file, save, close }: Props) => {
  const picture = usePicture(file);
  const [crops, setCrops] = useState(ALL_CENTRED);
  const [done, setDone] = useState<number | null>(null);
  const upload = async (): Promise<void> => {
    const { bitmap } = picture;
    if (!bitmap) return;
    setDone(0);
    const isSaved = await save(async (send) => {
      for (const [at, variant] of VARIANTS.entries()) {
        const part = partOf(bitmap, PROPORTIONS[variant], crops[variant]);
        await send(variant, await cutPicture(bitmap, part, file.type));
        setDone(at + 1);
      }
    });
    if (isSaved) close();
    else setDone(null);
  };
  return (
    <Dialog close={close} title={itemTexts.cropTitle} size="xl" closeOnClickOutside={false}>
      <Stack>
        <Text size="sm">{picture.isBroken ? itemTexts.notAPicture : itemTexts.cropText}</Text>
        {picture.bitmap && (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {VARIANTS.map((variant) => (
              <CropFrame
                key={variant}
                variant={variant}
                url={picture.url}
                picture={picture.bitmap!}
                crop={crops[variant]}
                change={(crop) => setCrops((former) => ({ ...former, [variant]: crop }))}
              />
            ))}
          </SimpleGrid>
        )}
        {done !== null && (
          <Progress value={(done / VARIANTS.length) * 100} aria-label={itemTexts.artworkSending} />
        )}
        <Group>
          <Button disabled={!picture.bitmap} loading={done !== null} onClick={() => void upload()}>
            {itemTexts.saveArtwork}
          </Button>
          <Button variant="default" disabled={done !== null} onClick={close}>
            {en.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};

interface Picture {
  url: string;
  /** null until it is read. */
  bitmap: ImageBitmap | null;
  isBroken: boolean;
}

const usePicture = (file: File): Picture => {
  const [picture, setPicture] = useState<Picture>({ url: '', bitmap: null, isBroken: false });
  useEffect(() => {
    const url = URL.createObjectURL(file);
    let isOpen = true;
    createImageBitmap(file).then(
      (bitmap) => isOpen && setPicture({ url, bitmap, isBroken: false }),
      () => isOpen && setPicture({ url, bitmap: null, isBroken: true }),
    );
    return () => {
      isOpen = false;
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return picture;
};
