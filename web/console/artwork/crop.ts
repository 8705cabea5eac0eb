/** Which part of a picture is shown in each of the four proportions of artwork. */

export type Variant = 'square' | 'wide' | 'ultraWide' | 'vertical';

/** Width by height, as the API has them. */
export const PROPORTIONS: Readonly<Record<Variant, number>> = {
  square: 1,
  wide: 16 / 9,
  ultraWide: 2.77,
  vertical: 2 / 3,
};

export const VARIANTS = Object.keys(PROPORTIONS) as readonly Variant[];

/** Where the middle of the part is, as shares of the picture, and how much it is enlarged. */
export interface Crop {
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Part extends Size {
  left: number;
  top: number;
}

export const MAX_ZOOM = 4;
export const CENTRED: Crop = { x: 0.5, y: 0.5, zoom: 1 };

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The largest part with the proportion, at the crop's zoom. */
const sizeOf = ({ width, height }: Size, proportion: number, zoom: number): Size => {
  const isWider = width / height > proportion;
  const fitted = isWider ? { width: height * proportion, height } : { width, height: width / proportion };
  return { width: fitted.width / zoom, height: fitted.height / zoom };
};

/** The crop, so that its part lies in the picture. */
export const fitted = (picture: Size, proportion: number, crop: Crop): Crop => {
  const zoom = within(crop.zoom, 1, MAX_ZOOM);
  const { width, height } = sizeOf(picture, proportion, zoom);
  const [halfX, halfY] = [width / picture.width / 2, height / picture.height / 2];
  return { x: within(crop.x, halfX, 1 - halfX), y: within(crop.y, halfY, 1 - halfY), zoom };
};

/** In pixels of the picture. */
export const partOf = (picture: Size, proportion: number, crop: Crop): Part => {
  const { x, y, zoom } = fitted(picture, proportion, crop);
  const { width, height } = sizeOf(picture, proportion, zoom);
  return { left: x * picture.width - width / 2, top: y * picture.height - height / 2, width, height };
};
