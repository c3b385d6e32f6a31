/**
 * Passwords that attackers try first, lower case, separated by blanks. Only those that the other rules
 * could let through (8 or more characters) are worth a place here.
 */
const LIST = `
  password password1 password12 password123 password1234 password12345 password! password1! password123!
  p@ssword p@ssword1 p@ssword123 p@ssw0rd p@ssw0rd1 p@ssw0rd12 p@ssw0rd123 p@ssw0rd1234 p@55w0rd pa55word pa55w0rd
  pa$$word pa$$w0rd pa$$w0rd1 passw0rd passw0rd1 passw0rd! passw0rd123 passwort passwort1 passwort123 motdepasse
  newpassword newpassword1 mypassword mypassword1 yourpassword changeme changeme1 changeme123 changeme123! changeit
  letmein1 letmein! letmein123 letmein1! welcome1 welcome1! welcome12 welcome123 welcome123! welcome2 welcome@123
  welcome@1 welcome2024 welcome2025 welcome2026 admin123 admin1234 admin12345 admin123! admin@123 admin@1234
  administrator administrator1 adminadmin admin2024! admin2025! root1234 rootroot toor1234 superuser superadmin
  test1234 test12345 test1234! test@123 test@1234 testtest testing1 testing123 testuser tester123 demo1234 demodemo
  user1234 user12345 username guest123 guest1234 default1 default123 temp1234 temporary temppass secret123 secret1234
  12345678 123456789 1234567890 12345678910 123123123 123321123 1234512345 12341234 11223344 1122334455 112233445566
  987654321 9876543210 147258369 147852369 789456123 159753123 123654789 0987654321 00000000 11111111 22222222
  55555555 66666666 77777777 88888888 99999999 87654321 13131313 12121212 10203040 1234abcd abcd1234 abcd12345
  abcd1234! abcd@1234 abc12345 abc123456 abc123abc abc@1234 abcdefg1 abcdefgh1 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678
  a1234567 a12345678 a123456789 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx !qaz2wsx
  !qaz1qaz q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedc qaz123wsx qazwsx123 zaq12wsx zaq1@wsx zaq1zaq1 zxcvbnm1
  zxcvbnm123 asdfghjkl1 asdf1234 asdfasdf asdf@1234 asdfgh123 qwerty12 qwerty123 qwerty123! qwerty1! qwerty1234
  qwerty12345 qwerty123456 qwertyuiop1 qwertyui1 qwer1234 qwer1234! qwerqwer qwerty@123 qweasdzxc qweasd123 qwe123qwe
  123qwe123 123qweasd 123qweasdzxc 1234qwer 12345qwert 123456qwerty iloveyou iloveyou1 iloveyou2 iloveyou! iloveu12
  loveyou1 lovelove princess princess1 sunshine sunshine1 sunshine! football football1 football! baseball baseball1
  basketball superman superman1 superman! batman123 spiderman spiderman1 starwars starwars1 pokemon1 pokemon123
  dragon12 dragon123 master12 master123 monkey12 monkey123 shadow12 shadow123 michael1 jennifer jennifer1 jordan23
  charlie1 thomas12 daniel12 jessica1 ashley12 nicole12 william1 computer computer1 computer123 internet internet1
  liverpool liverpool1 arsenal1 chelsea1 manchester barcelona barcelona1 realmadrid juventus ferrari1 mercedes
  corvette mustang1 porsche1 trustno1 trustno1! whatever whatever1 blink182 metallica slipknot nirvana1 rockyou1
  samsung1 samsung123 google123 facebook facebook1 linkedin linkedin1 linkedin123 microsoft microsoft1 windows1
  cheese123 chocolate chocolate1 butterfly butterfly1 cookie123 pepper123 ginger12 summer123 summer2023 summer2024
  summer2025 summer2026 summer2024! summer2025! summer2026! winter123 winter2023 winter2024 winter2025 winter2026
  winter2024! winter2025! winter2026! spring2024 spring2025 spring2026 spring2025! spring2026! autumn2024 autumn2025
  autumn2026 autumn2025! january1 february1 monday123 company1 company123 company123! business1 office123 service1
  electric electric1 energy123 energy2025 energy2026 power123 powergrid powergrid1 grid1234 solver123 optimize1
  blessed1 jesus123 jesuschrist freedom1 freedom123 forever1 forever21 friends1 flower123 hello123 hello1234 hello123!
  helloworld hello@123 killer123 qwerty!@# !@#$%^&* !@#$%^&*() !@#$1234 1234!@#$ 123!@#qwe pass1234 pass12345 pass1234!
  pass@123 pass@1234 pass@word1 passpass passphrase login123 access14 access123 security security1 security123
  oracle123 cisco123 raspberry ubuntu123 docker123 postgres postgres1 mongodb1 jenkins1 ninja123 gandalf1 hunter22
  correcthorsebatterystaple thisisapassword ihavenopassword nopassword enterpassword passwordpassword
`;

/** Words that people end with digits when they are asked for digits. */
const STEMS = `
admin root user guest test demo login welcome password passw0rd p@ssword p@ssw0rd pass secret changeme letmein
access master default system server manager operator engineer power energy grid electric voltage current turbine
summer winter spring autumn fall january february march april may june july august september october november
december monday tuesday wednesday thursday friday saturday sunday love lover iloveyou sunshine princess angel
baby flower butterfly dragon monkey tiger lion eagle shadow ninja samurai killer hunter ranger soldier football
soccer baseball basketball hockey tennis golf michael jordan daniel david robert thomas james john william
jessica jennifer michelle nicole ashley amanda andrea maria anna laura sophie charlie max bella lucky buddy
pepper ginger cookie chocolate banana orange apple cherry coffee cheese pizza computer internet windows google
samsung qwerty qwertz azerty asdf zxcv qazwsx abc abcd abcdef starwars batman superman matrix pokemon freedom
london paris berlin madrid america canada mexico texas florida hello hallo bonjour hola ciao company office
finance money banker doctor nurse student teacher school college family mother father brother sister
`;
const ENDINGS = [
  ...[
    '',
    '!',
    '.',
    '@',
    '#',
    '1!',
    '12!',
    '123!',
    '1234!',
    '@1',
    '@12',
    '@123',
    '@1234',
    '_123',
    '#1',
    '#123',
  ],
  ...[
    '0',
    '1',
    '2',
    '3',
    '7',
    '9',
    '00',
    '01',
    '11',
    '12',
    '13',
    '21',
    '22',
    '23',
    '69',
    '77',
    '88',
    '99',
    '007',
  ],
  ...[
    '111',
    '123',
    '321',
    '456',
    '666',
    '777',
    '789',
    '999',
    '1212',
    '1234',
    '4321',
    '12345',
    '123456',
    '123123',
  ],
  ...Array.from({ length: 31 }, (_, i) => String(2000 + i)),
];

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** In lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  ...words(LIST),
  ...words(STEMS).flatMap((stem) => ENDINGS.map((ending) => stem + ending)),
]);
