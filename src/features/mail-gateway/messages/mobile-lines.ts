// Lines that programs put under every mail, unasked: "Sent from my iPhone". They name a program or a device, and begin with "sent from".

/** Names of programs and devices, as they write them themselves. */
const product =
  /iPhon|iPad|iPod|Android|Galaxy|Samsung|BlackBerry|Windows|Outlook|Yahoo|Proton|Gmail|GMX|WEB\.DE|Huawei|HUAWEI|Xiaomi|Redmi|Pixel|Nokia|Xperia|OnePlus|K-9|Thunderbird|FairEmail|Spark|AquaMail|BlueMail|TypeApp|Nine|Zimbra|Mail\.ru|myMail|QQ|Mailbird|eM Client|mobile (?:device|phone)|[Ss]martphone|Mobiltelefon|Handy|Tablet|téléphone|手机|手機|携帯/;

/** "Sent from", as programs say it in their users' languages, at the start of a line or as the whole of it. */
const sent = [
  /^(?:Sent (?:from|via|by|using|with)\b(?! (?:it|them|the|to)\b)|Get Outlook for\b)/i,
  /^Gesendet (?:von|vom|mit|aus|über|via)\s/i,
  /^(?:Diese (?:Nachricht|E-?Mail|Mail) wurde )?(?:von|mit) (?:meinem|meiner|Samsung|Yahoo|Huawei|Windows)\s(?:\S+ ){0,5}gesendet\.?$/i,
  /^(?:Envoyé (?:de|du|depuis|à partir|avec|par|via)\s|Envoyé d['’]|Obtenir Outlook pour\s)/i,
  /^(?:(?:Enviad[oa]|Enviat) (?:desde|de|do|da|des|com|con|amb|por|pelo|a partir|via|mediante)|Obtener Outlook para|Obter o Outlook para)\s/i,
  /^(?:Inviato (?:da|dal|con|tramite|via)\s|Inviato dall['’]|Scarica Outlook per\s)/i,
  /^(?:(?:Verzonden|Verstuurd) (?:vanaf|vanuit|van|met|via)\s|Outlook voor .{3,20} downloaden\b)/i,
  /^(?:Skickat (?:från|med|via)|Hämta Outlook för)\s/i,
  /^(?:Sendt (?:fra|med|via)|(?:Hent|Få) Outlook (?:til|for))\s/i,
  /^Lähetetty .{2,40}(?:st[aä]|ll[aä])(?:ni)?\.?$/i,
  /^Wysłan[eoy] (?:z|ze|za pomocą|przez|poprzez)\s/i,
  /^(?:Odesláno|Odoslané|Poslano) (?:z|ze|zo|s|sa|iz|pomocí|pomocou|přes|cez|preko)\s/i,
  /^(?:Послато (?:са|с|из)|Изпратено (?:от|с|чрез)|Отправлено (?:с|со|из|от|через)|Надіслано (?:з|із|зі|від|через|за допомогою))\s/i,
  /^Trimis (?:de pe|de la|din|cu|prin)\s/i,
  /^(?:Στάλθηκε|Εστάλη) (?:από|με|μέσω)\s/i,
  /^(?:\S+ ){0,4}\S{0,30}(?:dan|den|tan|ten|ile) gönderildi\.?$/i,
  /^(?:\S+ ){0,4}\S{0,30}(?:ról|ről|ból|ből|tól|től|val|vel) küldve\.?$/i,
  /^Dikirim (?:dari|dengan|melalui)\s/i,
  /^Đã gửi (?:từ|bằng|qua)\s/i,
  /^ส่งจาก/,
  /^(?:נשלח (?:מ|באמצעות|דרך)|(?:أُرسلت|أرسلت|تم الإرسال) (?:من|باستخدام|عبر)|ارسال شده (?:از|با))/,
  /^.{1,30}から送信(?:しました|されました)?。?$/,
  /^(?:发自|發自|(?:從我的|从我的).{1,30}(?:发送|發送|傳送|寄出|发出)。?$)/,
  /^.{1,30}에서 보냄\.?$/,
];

const brevity = /(?:^|[\s.])(?:Please excuse|Excuse) (?:my )?brevity\.?$/i;

/** Characters; the longest that is known, of K-9 Mail in German, has 76. */
const lengthMax = 80;

export function isMobileLine(line: string): boolean {
  if (line.length > lengthMax || /[,;，；、،]/u.test(line)) return false;
  const sentence = line.replace(brevity, '').trim();
  return sentence === '' || (product.test(sentence) && sent.some((one) => one.test(sentence)));
}
