"""python training/test_overlap.py: training texts that were evaluation texts in another spelling are found."""

import unittest

from overlap import Overlap

EVALUATION = [
    '@user @user Die Bahn hat heute schon wieder zwei Stunden Verspätung, ich bin begeistert http',
    'Der neue Film von gestern Abend war leider total langweilig und viel zu lang',
]


class OverlapTest(unittest.TestCase):
    def setUp(self):
        self.overlap = Overlap(EVALUATION)

    def test_finds_other_names_of_users_and_addresses(self):
        self.assertTrue(self.overlap.holds('@Anna_B Die Bahn hat heute schon wieder zwei Stunden Verspätung, ich bin begeistert https://t.co/Ab3'))

    def test_finds_entities_and_retweets(self):
        self.assertTrue(self.overlap.holds('RT @x: Die Bahn hat heute schon wieder zwei Stunden Versp&auml;tung, ich bin begeistert'))

    def test_finds_what_was_cut_off(self):
        self.assertTrue(self.overlap.holds('Der neue Film von gestern Abend war leider total langweilig und…'))

    def test_leaves_other_texts(self):
        self.assertFalse(self.overlap.holds('Die Bahn war heute pünktlich, und das Wetter ist schön'))
        self.assertFalse(self.overlap.holds('Der neue Film von gestern war gut'))


if __name__ == '__main__':
    unittest.main()
