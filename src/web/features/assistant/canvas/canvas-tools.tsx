import { Brush, ChevronDown, Eraser, MousePointer2, Redo2, Trash2, Undo2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { Popover } from '#web/ui/layers/popover.tsx';
import { addStep, changeCanvas, redoStep, type Tool, undoStep, useCanvas } from './canvas-state.ts';
import { BRUSH_COLOURS, LARGEST_BRUSH, SMALLEST_BRUSH, visible } from './strokes.ts';

const TOOLS = [
  { value: 'none', label: 'Point', icon: <MousePointer2 aria-hidden className="size-4" /> },
  { value: 'brush', label: 'Brush', icon: <Brush aria-hidden className="size-4" /> },
  { value: 'eraser', label: 'Eraser', icon: <Eraser aria-hidden className="size-4" /> },
] as const satisfies readonly { value: Tool; label: string; icon: React.ReactNode }[];

/** The drawing tools, with undo and redo. */
export function CanvasTools() {
  const { tool, drawing } = useCanvas();
  const Icon = tool === 'brush' ? Brush : tool === 'eraser' ? Eraser : MousePointer2;
  return (
    <>
      <Popover
        title="Tools"
        align="start"
        className="pointer-coarse:w-80"
        trigger={
          <Button variant="ghost" icon={<Icon aria-hidden className="size-4" />} className="px-2.5">
            Tools
            <ChevronDown aria-hidden className="size-3.5 text-ink-3" />
          </Button>
        }
      >
        <Settings />
      </Popover>
      <IconButton
        label="Undo"
        disabled={drawing.done.length === 0}
        icon={<Undo2 className="size-4" />}
        onClick={undoStep}
      />
      <IconButton
        label="Redo"
        disabled={drawing.undone.length === 0}
        icon={<Redo2 className="size-4" />}
        onClick={redoStep}
      />
      <IconButton
        label="Clear canvas"
        disabled={visible(drawing).length === 0}
        icon={<Trash2 className="size-4" />}
        onClick={() => addStep('clear')}
      />
    </>
  );
}

function Settings() {
  const { tool, colour, size } = useCanvas();
  const id = useId();
  return (
    <div className="flex flex-col gap-4">
      <ToggleGroup
        label="Tool"
        value={tool}
        className="w-full"
        onChange={(next) => changeCanvas({ tool: next })}
        options={TOOLS}
        size="sm"
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium text-ink-2">Colour</legend>
        <div className="flex justify-between pointer-coarse:grid pointer-coarse:grid-cols-4 pointer-coarse:justify-items-center">
          {BRUSH_COLOURS.map(({ name, value }) => (
            <label
              key={value}
              className="relative grid size-8 pointer-coarse:size-touch place-items-center rounded-full border-2 border-transparent has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={id}
                aria-label={name}
                checked={value === colour}
                onChange={() => changeCanvas({ colour: value, tool: 'brush' })}
                className="absolute inset-0 appearance-none rounded-full outline-none"
              />
              <span aria-hidden className="size-5 rounded-full" style={{ background: value }} />
            </label>
          ))}
        </div>
      </fieldset>
      <div>
        <div className="mb-1 flex justify-between text-sm">
          <label htmlFor={`${id}-size`} className="font-medium text-ink-2">
            Size
          </label>
          <output htmlFor={`${id}-size`}>{size}</output>
        </div>
        <input
          id={`${id}-size`}
          type="range"
          min={SMALLEST_BRUSH}
          max={LARGEST_BRUSH}
          value={size}
          onChange={({ target }) => changeCanvas({ size: Number(target.value) })}
          className="h-6 w-full accent-accent"
        />
      </div>
    </div>
  );
}
