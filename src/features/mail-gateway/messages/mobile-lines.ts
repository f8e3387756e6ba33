// Lines that programs put under every mail, unasked: "Sent from my iPhone". They name a program or a device, and say "sent".

/** Names of programs and devices, as they write them themselves. */
const product =
  /iPhon|iPad|iPod|Android|Galaxy|Samsung|BlackBerry|Windows|Outlook|Yahoo|Proton|Gmail|GMX|WEB\.DE|Huawei|HUAWEI|Xiaomi|Redmi|Pixel|Nokia|Xperia|OnePlus|K-9|Thunderbird|FairEmail|Spark|AquaMail|BlueMail|TypeApp|Nine|Zimbra|Mail\.ru|myMail|QQ|Mailbird|eM Client|mobile (?:device|phone)|[Ss]martphone|Mobiltelefon|Handy|Tablet|téléphone|手机|手機|携帯/;

/** "Sent", as programs say it in their users' languages. */
const sent =
  /^(?:Sent|Get Outlook)\b|\bgesendet\b|^(?:Envoyé|Obtenir Outlook)\b|^(?:Enviado|Enviada|Enviat|Obtener Outlook|Obter o Outlook)\b|^(?:Inviato|Scarica Outlook)\b|^(?:Verzonden|Verstuurd|Outlook voor .{3,20} downloaden)\b|^(?:Skickat|Hämta Outlook)\b|^(?:Sendt|Hent Outlook|Få Outlook)\b|^Lähetetty\b|^Wysłan[eoy]\b|^(?:Odesláno|Odoslané|Poslano|Послато|Изпратено)(?=\s)|^(?:Отправлено|Надіслано)(?=\s)|^Trimis\b|^Στάλθηκε|^Εστάλη|gönderildi|küldve|^Dikirim\b|^Đã gửi|^ส่งจาก|^(?:נשלח|أُرسلت|أرسلت|تم الإرسال|ارسال شده)|から送信|^(?:发自|發自|從我的|从我的)|보냄/iu;

const brevity = /^(?:Please excuse|Excuse) (?:my )?brevity\.?$/i;

const lengthMax = 120;

export const isMobileLine = (line: string): boolean =>
  line.length <= lengthMax && ((product.test(line) && sent.test(line)) || brevity.test(line));
