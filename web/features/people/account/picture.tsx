// One's own picture: dropped or chosen, cut to a square or fitted into it, seen before it is kept.
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button as AriaButton, DropZone, FileTrigger } from 'react-aria-components';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from '../../../platform/effects.ts';
import { api, settle } from '../../../platform/api.ts';
import { encodeBase64 } from '../../../platform/network/base64.ts';
import { t } from '../../../platform/i18n.ts';
import { selfQuery } from '../../../platform/session.ts';
import type { Self } from '../../../platform/session.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/fields.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import ui from '../../../ui/ui.module.css';
import { placePicture, startFraming } from './crop.ts';
import type { Framing } from './crop.ts';
import css from '../people.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

/** Width and height of what is kept. */
const side = 256;

function renderPicture(canvas: HTMLCanvasElement, picture: ImageBitmap, framing: Framing): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const { left, top, width, height } = placePicture(picture, side, framing);
  context.clearRect(0, 0, side, side);
  context.drawImage(picture, left, top, width, height);
}

/** In base64; undefined where the browser can't. */
async function encode(canvas: HTMLCanvasElement): Promise<string | undefined> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob === null ? undefined : encodeBase64(blob);
}

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  isDisabled?: boolean;
  onChange(value: number): void;
}

const Slider = ({ label, value, min, max, isDisabled = false, onChange }: SliderProps): ReactNode => (
  <label className={css.slider}>
    <span className={ui.label}>{label}</span>
    <input
      type="range"
      min={min}
      max={max}
      step={0.05}
      value={value}
      disabled={isDisabled}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  </label>
);

interface ControlsProps {
  picture: ImageBitmap;
  framing: Framing;
  set(change: Partial<Framing>): void;
}

function Controls({ picture, framing, set }: ControlsProps): ReactNode {
  const placed = placePicture(picture, side, framing);
  return (
    <div className={css.sliders}>
      <Select
        label={t('account.framing')}
        value={framing.mode}
        choices={[
          { id: 'fill', label: t('account.framing.fill') },
          { id: 'fit', label: t('account.framing.fit') },
        ]}
        onChange={(mode) => set({ mode: mode === 'fit' ? 'fit' : 'fill' })}
      />
      <Slider label={t('account.zoom')} value={framing.zoom} min={1} max={4} onChange={(zoom) => set({ zoom })} />
      <Slider
        label={t('account.leftRight')}
        value={framing.x}
        min={-1}
        max={1}
        isDisabled={placed.width <= side}
        onChange={(x) => set({ x })}
      />
      <Slider
        label={t('account.upDown')}
        value={framing.y}
        min={-1}
        max={1}
        isDisabled={placed.height <= side}
        onChange={(y) => set({ y })}
      />
    </div>
  );
}

function Cropping({
  picture,
  onSave,
  onEnd,
}: {
  picture: ImageBitmap;
  onSave(content: string): void;
  onEnd(): void;
}): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [framing, setFraming] = useState<Framing>(startFraming);
  const set = (change: Partial<Framing>): void => setFraming((before) => ({ ...before, ...change }));
  useEffect(() => {
    if (canvas.current !== null) renderPicture(canvas.current, picture, framing);
  }, [picture, framing]);
  const save = async (): Promise<void> => {
    const content = canvas.current === null ? undefined : await encode(canvas.current);
    if (content !== undefined) onSave(content);
  };
  return (
    <div className={ui.stack}>
      <div className={css.frameArea}>
        <canvas
          ref={canvas}
          width={side}
          height={side}
          className={css.canvas}
          role="img"
          aria-label={t('account.picturePreview')}
          onPointerMove={(event) => {
            if (event.buttons !== 1) return;
            const step = 4 / event.currentTarget.clientWidth;
            set({
              x: Math.min(1, Math.max(-1, framing.x - event.movementX * step)),
              y: Math.min(1, Math.max(-1, framing.y - event.movementY * step)),
            });
          }}
        />
        <Controls picture={picture} framing={framing} set={set} />
      </div>
      <div className={ui.row}>
        <Button tone="primary" onPress={() => void save()}>
          {t('account.keepPicture')}
        </Button>
        <Button onPress={onEnd}>{t('ui.cancel')}</Button>
      </div>
    </div>
  );
}

export function Picture({ self }: { self: Self }): ReactNode {
  const queryClient = useQueryClient();
  const [picture, setPicture] = useState<ImageBitmap>();
  const [problem, setProblem] = useState<string>();
  const open = async (file: Blob): Promise<void> => {
    setProblem(undefined);
    try {
      setPicture(await createImageBitmap(file));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      setProblem(t('account.noPicture'));
    }
  };
  const { submit } = useSubmit({ errors: 'toast' });
  const change = (work: () => Promise<{ response: Response }>): Promise<boolean> =>
    submit(async () => {
      await settle(work());
      await queryClient.fetchQuery({ ...selfQuery, staleTime: 0 });
      setPicture(undefined);
    });
  const path = { params: { path: { id: 'self' } } };
  if (picture !== undefined)
    return (
      <Cropping
        picture={picture}
        onEnd={() => setPicture(undefined)}
        onSave={(content) =>
          void change(() => api.PUT('/users/{id}/avatar', { ...path, body: { content_type: 'image/png', content } }))
        }
      />
    );
  return (
    <div className={css.picture}>
      <Avatar person={self} size={72} />
      <DropZone
        className={css.drop ?? ''}
        aria-label={t('account.dropPicture')}
        onDrop={({ items }) => {
          const file = items.find((item) => item.kind === 'file');
          if (file !== undefined) void file.getFile().then(open);
        }}
      >
        <span>{t('account.dropPicture')}</span>
        <FileTrigger
          acceptedFileTypes={['image/*']}
          onSelect={(files) => {
            const file = files?.item(0);
            if (file !== null && file !== undefined) void open(file);
          }}
        >
          <AriaButton className={buttonClass(undefined)}>{t('account.choosePicture')}</AriaButton>
        </FileTrigger>
        {self.avatar_url.includes('/avatar-') && (
          <Button tone="quiet" onPress={() => void change(() => api.DELETE('/users/{id}/avatar', path))}>
            {t('account.drawnPicture')}
          </Button>
        )}
      </DropZone>
      {problem !== undefined && (
        <p className={ui.error} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
