/** The item's public page with its pending changes, beside the fields: opened on demand, and again after each save. */
import { Button, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { itemTexts } from '../../../strings/console/item/en.js';
import { useAccount, type Schemas } from '../api/account.js';
import { withValues } from '../parts/with-values.js';

/** @param version changes whenever something was saved */
export const PreviewPanel = ({ item, version }: { item: Schemas['Item']; version: string }) => {
  const { shortName } = useAccount();
  const [isShown, show] = useState(false);
  return (
    <Stack component="section" aria-labelledby="preview">
      <Title order={2} size="h4" id="preview">
        {itemTexts.preview}
      </Title>
      <div>
        <Button variant="default" aria-expanded={isShown} onClick={() => show(!isShown)}>
          {isShown ? itemTexts.hidePreview : itemTexts.showPreview}
        </Button>
      </div>
      {isShown && (
        <iframe
          key={version}
          className="preview"
          src={`/a/${shortName}/preview/items/${item.id}`}
          title={withValues(itemTexts.previewOf, { title: item.title })}
        />
      )}
    </Stack>
  );
};
