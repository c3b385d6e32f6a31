/** Draws a network on a canvas: land, lines, buses, then texts in the order of their rank, without overlaps. */
import { drawBuses, drawLines } from './draw-elements.ts';
import { type Labels, MARKS, type Scene, THIN_BELOW } from './look.ts';
import { busesOf, pointOf } from './scene.ts';

const SELECTED = '#e0115f';

export function draw(canvas: HTMLCanvasElement, scene: Scene): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = devicePixelRatio || 1;
  const size = [Math.round(scene.width * ratio), Math.round(scene.height * ratio)] as const;
  // The size is set only if it has changed, because setting it resets the canvas, which is slower than clearing it.
  if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, scene.width, scene.height);
  context.lineCap = 'round';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  if (scene.outline) drawLand(context, scene, scene.outline);
  const labels: Labels = { texts: [], signs: [], taken: [] };
  drawHalo(context, scene);
  drawLines(context, scene, labels);
  drawBuses(context, scene, labels);
  drawTexts(context, scene, labels);
}

function drawLand(context: CanvasRenderingContext2D, { view, ink }: Scene, outline: Path2D): void {
  context.save();
  context.transform(view.zoom, 0, 0, view.zoom, view.left, view.top);
  context.fillStyle = context.strokeStyle = ink.line;
  context.lineWidth = 1 / view.zoom;
  context.stroke(outline);
  context.globalAlpha = 0.25;
  context.fill(outline);
  context.restore();
}

/** Draws a halo below the selected element. */
function drawHalo(context: CanvasRenderingContext2D, scene: Scene): void {
  const { network, segments, places, view, selected } = scene;
  const ends = selected && busesOf(network, segments, selected);
  if (!ends) return;
  context.beginPath();
  context.moveTo(...pointOf(places, view, ends[0]));
  const [x, y] = pointOf(places, view, ends[1]);
  // The line gets a short length, because a line of length zero would not be drawn.
  context.lineTo(x + 0.01, y);
  context.strokeStyle = SELECTED;
  context.lineWidth = selected.kind === 'bus' ? 40 : 12;
  context.stroke();
}

/**
 * Height of a text, px. The next constants: most characters of a text (the tooltip has the full name), and area per
 * text, px².
 */
const ROW = 14;
const LONGEST = 18;
const ROOM = 7000;
/** Rank from which texts may overlap others; the texts of areas and of selected elements have it. */
const ALWAYS = 9;

function drawTexts(context: CanvasRenderingContext2D, scene: Scene, { texts, signs, taken }: Labels): void {
  const { ink, width, height } = scene;
  const points = [...taken, ...signs.map(({ at: [x, y] }) => [x, y, 8] as const)];
  const boxes = points.map(([x, y, radius]) => [x, y, radius, radius]);
  const rest = texts.filter(({ at: [x, y], text }) => text && x > 0 && y > 0 && x < width && y < height);
  let remainingTexts = Math.ceil((width * height) / (scene.view.zoom < THIN_BELOW ? 4 * ROOM : ROOM));
  context.font = '11px system-ui, sans-serif';
  context.lineWidth = 3;
  context.strokeStyle = ink.back;
  context.fillStyle = ink.text;
  for (const { at, text, rank } of rest.sort((a, b) => b.rank - a.rank)) {
    if (remainingTexts === 0) break;
    const words = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
    const [x, y, wide] = [...at, context.measureText(words).width / 2 + 2];
    const meets = ([a = 0, b = 0, dx = 0, dy = 0]: readonly number[]): boolean =>
      Math.abs(a - x) < dx + wide && Math.abs(b - y) < dy + ROW / 2;
    if (rank < ALWAYS && boxes.some(meets)) continue;
    remainingTexts -= 1;
    boxes.push([x, y, wide, ROW / 2]);
    context.strokeText(words, x, y);
    context.fillText(words, x, y);
  }
  context.font = 'bold 12px system-ui, sans-serif';
  for (const { at, mark } of signs) {
    context.beginPath();
    context.arc(...at, 8, 0, 2 * Math.PI);
    context.fillStyle = ink.back;
    context.fill();
    context.fillStyle = MARKS[mark].color;
    context.fillText(MARKS[mark].sign, ...at);
  }
}
