function mpc = c
mpc.version = '2';
mpc.baseMVA = 100;
mpc.bus = [
  1 3 0 10 0 0 1 1 0 230 1 1.1 0.9;
  2 1 80 10 5 0 1 1 0 230 1 1.1 0.9;
];
mpc.gen = [
  1 0 0 30 -30 1 100 1 200 10;
];
mpc.branch = [
  1 2 0.01 0.1 0 250 0 300 0 0 1 -360 360;
];
mpc.gencost = [
  2 1500 0 2 20 100;
];
