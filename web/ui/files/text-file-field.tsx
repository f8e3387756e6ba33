// A file of this computer, read as text.
import type { ReactNode } from 'react';
import { useId } from 'react';
import { decodeText } from './decode-text.ts';
import ui from '../ui.module.css';

interface Props {
  label: string;
  /** As in the attribute of the element. */
  accept: string;
  onText(text: string): void;
}

export function FilePick({ label, accept, onText }: Props): ReactNode {
  const id = useId();
  return (
    <div className={ui.field}>
      <label className={ui.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) void file.arrayBuffer().then((bytes) => onText(decodeText(bytes)));
        }}
      />
    </div>
  );
}
