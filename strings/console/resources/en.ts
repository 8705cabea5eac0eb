/** Texts of resources, in English. `{…}` are placeholders. */

export const resourceTexts = {
  title: 'Resources',
  none: 'No resources yet: slides, handouts, links, videos.',
  addFiles: 'Add files',
  addLink: 'Add a link or a video',
  address: 'Address',
  addressHint: 'A page, or a video of YouTube or Vimeo',
  resourceTitle: 'Title',
  type: 'Type',
  noType: 'No type',
  kinds: { file: 'file', link: 'link', video: 'video' },
  editTitle: 'Edit {name}',
  deleteFileTitle: 'Delete {name}?',
  deleteFileText: 'The file is deleted with it, and cannot be restored.',
  typesText: 'Types sort the resources of items, such as Slides or Handout. Visitors see them in this order.',
  addType: 'Add a type',
  noTypes: 'No types yet.',
  types: 'Types of resources',
};
