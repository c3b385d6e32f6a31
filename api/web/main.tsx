/** Entry point of the pages. */
import { render } from 'preact';
import { App } from './app.tsx';
import { applyTheme } from './parts/theme.ts';
import './style.css';

applyTheme();
render(<App />, document.body);
