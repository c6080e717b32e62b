const IMAGE = /\.(apng|avif|bmp|gif|ico|jpe?g|png|tiff?|webp)$/i;

/** True for a file that is an image by its name. One with text, such as SVG, is compared as text. */
export function isImage(path: string): boolean {
  return IMAGE.test(path);
}
