/** The pages begin here. */
import { render } from 'preact';
import { App } from './app.tsx';
import { applyTheme } from './parts/theme.ts';
import './style.css';

applyTheme();
render(<App />, document.body);
