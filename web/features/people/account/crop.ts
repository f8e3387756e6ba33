// Which part of a picture becomes the square of an account. Pure.

export interface Framing {
  /** `fill`: the square is full, something is cut off; `fit`: all is seen. */
  mode: 'fill' | 'fit';
  /** 1: as large as the mode says; up to 4. */
  zoom: number;
  /** -1 to 1: which end of what is cut off is seen; 0 is the middle. */
  x: number;
  y: number;
}

export const startFraming: Framing = { mode: 'fill', zoom: 1, x: 0, y: 0 };

export interface Placement {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where the whole picture is drawn, in a square of `side`. */
export function placePicture(
  picture: { width: number; height: number },
  side: number,
  { mode, zoom, x, y }: Framing,
): Placement {
  const [long, short] = [Math.max(picture.width, picture.height), Math.min(picture.width, picture.height)];
  const scale = (side / (mode === 'fill' ? short : long)) * zoom;
  const [width, height] = [picture.width * scale, picture.height * scale];
  const place = (length: number, at: number): number =>
    length <= side ? (side - length) / 2 : ((side - length) / 2) * (1 + at);
  return { left: place(width, x), top: place(height, y), width, height };
}
